// Everything that a file with new elements, laws, drives or scalar functions needs.
#pragma once

#include "elements/authoring/catalogue.h"
#include "elements/authoring/module.h"
