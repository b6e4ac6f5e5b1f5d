"""The files that the examples in the program's help name, small enough to reason about."""
WALK = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftLeg
  {
    OFFSET 1 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
  JOINT RightLeg
  {
    OFFSET -1 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
}
MOTION
Frames: 4
Frame Time: 0.025
0 4 0  0 0 0  0 0 0  0 0 0
0 5 1  0 0 0  0 10 0  0 -10 0
0 5 2  0 0 0  0 20 0  0 -20 0
0 5 3  0 0 0  0 30 0  0 -30 0
"""

CUBE = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + """f 1 2 4 3
f 5 7 8 6
f 1 5 6 2
f 3 4 8 7
f 1 3 7 5
f 2 6 8 4
"""


