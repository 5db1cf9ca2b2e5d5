"""The scene and the film of any value."""

from icosian.drawing.subjects import film_of, scene_of


def scene_made(value, **options):
    return scene_of(value)(value, **options)


def film_made(value, **options):
    return film_of(value)(value, **options)
