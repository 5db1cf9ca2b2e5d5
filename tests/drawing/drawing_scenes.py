"""The scene and the film of any value."""

from icosian.drawing import pictures


def scene_made(value, **options):
    return pictures.scene_made(value, options)


def proof_scene(proof, G, **options):
    return scene_made(proof, G=G, **options)


def route_scene(G, paths=None, target=None):
    """The scene of paths on a map, or of the map."""
    return scene_made(paths, G=G, target=target) if paths else scene_made(G, weight="weight")


def film_made(value, **options):
    return pictures.film_of(value)(value, **options)


def layers(scene, role):
    """Return what is painted in a role, by the kind: points, lines or labels."""
    found = {}
    for layer in scene.painted():
        if layer.role == role:
            found.setdefault(layer.style.partition(" ")[2], []).extend(layer.parts)
    return found


def parts(scene, style):
    """Return what is painted in a style."""
    role, _, kind = style.partition(" ")
    return layers(scene, role).get(kind, [])


def words(scene, style):
    """Return what is written in a style; names of nodes and notes have the same."""
    return [label.text for label in parts(scene, style)]


def height(scene, style):
    """Return the height of what is written in a style, the last of several."""
    return [layer.shapes.height for layer in scene.painted() if layer.style == style][-1]


def radius(scene, style):
    """Return the radius of the nodes of a style or a role."""
    [*radii] = {r for one in scene.painted() if style in one.style for r in one.shapes.radii}
    return radii[0]


def written(scene):
    """Return the text on each point that has a number or another text on it."""
    return {one.at: one.text for some in layers(scene, "number").values() for one in some}
