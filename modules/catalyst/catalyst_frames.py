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
frames.Writer.ImageResolution = view.ViewSize

options = catalyst.Options()
options.ExtractsOutputDirectory = os.environ["FLEXURA_FRAMES"]
if os.environ.get("FLEXURA_LIVE"):
    options.EnableCatalystLive = 1
    options.CatalystLiveURL = os.environ["FLEXURA_LIVE"]

placed = False


def catalyst_execute(info):
    global placed
    model.UpdatePipeline()
    if not placed:
        low_x, high_x, low_y, high_y, low_z, high_z = model.GetDataInformation().GetBounds()
        middle = [0.5 * (low_x + high_x), 0.5 * (low_y + high_y), 0.5 * (low_z + high_z)]
        size = max(((high_x - low_x) ** 2 + (high_y - low_y) ** 2 + (high_z - low_z) ** 2) ** 0.5, 1e-9)
        view.CameraFocalPoint = middle
        view.CameraPosition = [middle[0] + 4 * size, middle[1] - 8 * size, middle[2] + 4 * size]
        view.CameraViewUp = [0.0, 0.0, 1.0]
        view.CameraParallelProjection = 1
        view.CameraParallelScale = 0.9 * size
        placed = True
    GetDisplayProperties(model, view).RescaleTransferFunctionToDataRange(False, True)
