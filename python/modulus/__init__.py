"""Modulus: rigid-body simulation in 2D and 3D whose contact solver says how well it solved each step.

Solve a contact problem:

>>> import modulus
>>> modulus.solve(modulus.generate("stack:circles=20"), solver="pgs", tol=1e-6).converged
True

Simulate:

>>> world = modulus.scene("tower3")
>>> world.run(60)[-1].outcome
'converged'

docs/python.md of the project is the guide.
"""

from modulus._api import CONSTANTS
from modulus._callbacks import PreSolve
from modulus._fields import axis_angle, fields
from modulus._library import (
    ArgumentError,
    BusyError,
    Error,
    FileError,
    FormatError,
    LibraryMemoryError,
    ProblemError,
    decode,
    library,
)
from modulus._records import (
    JointState2,
    JointState3,
    Mass2,
    Mass3,
    Residual,
    SolverSpec,
    Statistics,
    StepReport,
    StepSeconds,
    Worst,
)
from modulus.batch import Batch
from modulus.bodies import Body
from modulus.bodies2 import Body2
from modulus.bodies3 import Body3
from modulus.events import Event
from modulus.handles import Joint, Shape
from modulus.history import History
from modulus.plots import plot_results
from modulus.problem import Problem, generate, read_problem, solve
from modulus.queries import RayHit, Rays
from modulus.result import Result
from modulus.scenes import catalogue, scene, scene_from_json
from modulus.state import Contacts, State
from modulus.world import World, World2, World3

__version__ = decode(library.md_version())

__all__ = [
    "ArgumentError",
    "Batch",
    "Body",
    "Body2",
    "Body3",
    "BusyError",
    "CONSTANTS",
    "Contacts",
    "Error",
    "Event",
    "FileError",
    "FormatError",
    "History",
    "Joint",
    "JointState2",
    "JointState3",
    "LibraryMemoryError",
    "Mass2",
    "Mass3",
    "PreSolve",
    "Problem",
    "ProblemError",
    "RayHit",
    "Rays",
    "Residual",
    "Result",
    "Shape",
    "SolverSpec",
    "State",
    "Statistics",
    "StepReport",
    "StepSeconds",
    "World",
    "World2",
    "World3",
    "Worst",
    "axis_angle",
    "catalogue",
    "fields",
    "generate",
    "plot_results",
    "read_problem",
    "scene",
    "scene_from_json",
    "solve",
]
