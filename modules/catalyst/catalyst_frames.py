# script-version: 2.0
"""A picture of the deformed model at every step it is shown: frame_000100.png, ... in the folder FLEXURA_FRAMES.

Points and lines are coloured by the displacement of the nodes. The camera stands where it sees the first state whole, with
room for motion. A script of your own begins like this one: the data are called `input` (docs/output-files.md).
"""
import os

from paraview import catalyst
from paraview.simple import (ColorBy, CreateExtractor, CreateView, GetDisplayProperties, Show, TrivialProducer)

model = TrivialProducer(registrationName="input")
view = CreateView("RenderView")
view.ViewSize = [960, 720]
view.UseColorPaletteForBackground = 0
view.Background = [1.0, 1.0, 1.0]
view.OrientationAxesVisibility = 1
display = Show(model, view)
display.SetRepresentationType("Surface")
display.LineWidth = 4
display.PointSize = 8
ColorBy(display, ("POINTS", "displacement", "Magnitude"))

frames = CreateExtractor("PNG", view, registrationName="frames")
frames.Writer.FileName = "frame_{timestep:06d}{camera}.png"

options = catalyst.Options()
options.ExtractsOutputDirectory = os.environ["FLEXURA_FRAMES"]

placed = False


def catalyst_execute(info):
    global placed
    model.UpdatePipeline()
    if not placed:
        view.CameraPosition = [1.0, -2.0, 1.0]
        view.CameraFocalPoint = [0.0, 0.0, 0.0]
        view.CameraViewUp = [0.0, 0.0, 1.0]
        view.ResetCamera(False)
        view.CameraParallelProjection = 1
        view.CameraParallelScale *= 1.3
        placed = True
    GetDisplayProperties(model, view).RescaleTransferFunctionToDataRange(False, True)
