# The public names of this room, and their homes.

from .pictures import (
    PICTURES as PICTURES,
    SHEET as SHEET,
    animate as animate,
    check_path as check_path,
    draw as draw,
    explain_with_picture as explain_with_picture,
    is_small as is_small,
    save as save,
    to_html as to_html,
    to_svg as to_svg,
)
