// Every keyword of file drivers and output elements: accepted in a model, refused with a wrong argument.
#include <cstdio>
#include <fstream>

#include "tests/input_blocks/probe.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(stream_keywords)

namespace {

const std::vector<Probe> drivers = {
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, \"d.drv\";"},
    {"", "file: 1, fixed step, count, 2, initial time, 0., time step, 0.1, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, initial time, from file, time step, from file, \"d.drv\";"},
    {"", "file: 1, fixed step, count, 2, from file, from file, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, interpolation, linear, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, interpolation, const, pad zeroes, no, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, pad zeroes, yes, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, bailout, none, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, bailout, upper, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, bailout, lower, \"d.drv\";"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, bailout, any, \"d.drv\";"},
    {"", "file: 1, variable step, 2, \"v.drv\";"},
    {"", "file: 1, variable step, 2, interpolation, const, \"v.drv\";"},
    {"", "file: 1, variable step, 2, interpolation, linear, pad zeroes, no, \"v.drv\";"},
    {"", "file: 1, variable step, 2, bailout, upper, \"v.drv\";"},
    {"", "file: 1, socket, 1, port, 9033, no auth;"},
    {"", "file: 1, socket, 2, no auth;"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2;"},
    {"", "file: 1, stream, name, \"in\", create, yes, local, \"/tmp/s.sock\", 2;"},
    {"", "file: 1, stream, name, \"in\", create, yes, port, 9034, host, \"localhost\", 2;"},
    {"", "file: 1, stream, name, \"in\", create, yes, socket type, udp, 2;"},
    {"", "file: 1, stream, name, \"in\", create, yes, socket type, tcp, no signal, non blocking, 2;"},
    {"",
     "file: 1, stream, name, \"in\", create, yes, signal, blocking, input every, 3, receive first, no, timeout, 2., "
     "2;"},
    {"", "file: 1, stream, name, \"in\", create, yes, echo, \"e.drv\", 2;"},
    {"",
     "file: 1, stream, name, \"in\", create, yes, echo, \"e.drv\", precision, 8, shift, 0.1, 2, initial values, 1., "
     "2.;"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy;"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, initial values, 1., 2., modifier, copy cast, all, float;"},
    {"",
     "file: 1, stream, name, \"in\", create, yes, 3, modifier, copy cast, swap, detect, int8_t, uint8_t, skip, 2, "
     "int16_t, size, 12;"},
    {"",
     "file: 1, stream, name, \"in\", create, yes, 4, modifier, copy cast, swap, uint16_t, int32_t, uint16_t, int32_t, "
     "uint32_t, double;"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy cast, swap, yes, float, double;"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1;", 35, "an argument is missing: expected a string"},
    {"", "file: 1, fixed step, -1, 2, 0., 0.1, \"d.drv\";", 22, "number of steps must be positive, found -1"},
    {"", "file: 1, fixed step, 4, 2, 0., 0.1, \"d.drv\";", 37, "`d.drv` has 3 rows, 4 are announced"},
    {"", "file: 1, fixed step, 3, 0, 0., 0.1, \"d.drv\";", 25, "number of columns must be positive, found 0"},
    {"", "file: 1, fixed step, 3, 2, 0., 0., \"d.drv\";", 32, "time step 0: it must be positive"},
    {"", "file: 1, fixed step, 3, 2, initial time, \"a\", 0.1, \"d.drv\";", 42,
     "expected a real number, found the string \"a\""},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, interpolation, cubic, \"d.drv\";", 52,
     "expected interpolation: `linear`, `const`"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, pad zeroes, maybe, \"d.drv\";", 49,
     "expected `yes` or `no`, found `maybe`"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, bailout, both, \"d.drv\";", 46,
     "expected end at which the run stops: `none`, `upper`, `lower`, `any`"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, pad zeroes, no, bailout, any, \"d.drv\";", 53,
     "expected a string in quotes, found `bailout`"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, \"none.drv\";", 37, "cannot read the file `none.drv` of a file driver"},
    {"", "file: 1, fixed step, 3, 2, 0., 0.1, \"d.drv\", 3;", 46, "this argument is one too many: expected `;`"},
    {"", "file: 1, variable step, 0, \"v.drv\";", 25, "number of columns must be positive, found 0"},
    {"", "file: 1, variable step, 9, \"v.drv\";", 28, "v.drv:1: expected 10 numbers, found 3"},
    {"", "file: 1, variable step, 2;", 26, "an argument is missing: expected a string"},
    {"", "file: 1, variable step, 2, interpolation, x, \"v.drv\";", 43, "expected interpolation: `linear`, `const`"},
    {"", "file: 1, variable step, 2, bailout, x, \"v.drv\";", 37,
     "expected end at which the run stops: `none`, `upper`, `lower`, `any`"},
    {"", "file: 1, variable step, 2, pad zeroes, x, \"v.drv\";", 40, "expected `yes` or `no`, found `x`"},
    {"", "file: 1, variable step, 2, \"none.drv\";", 28, "cannot read the file `none.drv` of a file driver"},
    {"", "file: 1, socket, 1;", 19,
     "an argument is missing: expected kind of authentication: `no auth`, `password`, `pam`, `sasl`"},
    {"", "file: 1, socket, 0, no auth;", 18, "number of columns must be positive, found 0"},
    {"", "file: 1, socket, 1, port, 0, no auth;", 27, "port must be positive, found 0"},
    {"", "file: 1, socket, 2, initial values, 1., no auth;", 41, "unknown variable `no`"},
    {"", "file: 1, RTAI input, stream drive name, \"toolong\", create, yes, 2;", 10,
     "file driver `RTAI input` is not supported: mailboxes of a real-time system"},
    {"", "file: 1, stream, name, \"in\", create, maybe, 2;", 38, "expected `yes` or `no`, found `maybe`"},
    {"", "file: 1, stream, name, \"in\", create, yes, local, 3, 2;", 50, "expected a string, found 3"},
    {"", "file: 1, stream, name, \"in\", create, yes, socket type, 2;", 56, "expected type of socket: `tcp`, `udp`"},
    {"", "file: 1, stream, name, \"in\", create, yes, input every, 2;", 57,
     "an argument is missing: expected number of channels"},
    {"", "file: 1, stream, name, \"in\", create, yes, receive first, 2;", 59,
     "an argument is missing: expected number of channels"},
    {"", "file: 1, stream, name, \"in\", create, yes, timeout, -1., 2;", 52, "timeout must be positive, found -1"},
    {"", "file: 1, stream, name, \"in\", create, yes, echo, 2;", 49, "expected a string, found 2"},
    {"", "file: 1, stream, name, \"in\", create, yes, echo, \"e\", shift, 2;", 62,
     "an argument is missing: expected number of channels"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, cast;", 56,
     "expected modifier: `copy`, `copy cast`"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy cast, all, real;", 72,
     "expected type of a number: `int8_t`, `uint8_t`, `int16_t`, `uint16_t`, `int32_t`, `uint32_t`, `float`, `double`"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy cast, float;", 72,
     "an argument is missing: expected type of a number: `int8_t`, `uint8_t`, `int16_t`, `uint16_t`, `int32_t`, "
     "`uint32_t`, `float`, `double`"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy cast, swap, maybe, all, float;", 73,
     "unknown variable `maybe`"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy cast, all, float, size, 1;", 85,
     "the channels need 8 bytes, found 1"},
    {"", "file: 1, stream, name, \"in\", create, yes, 2, modifier, copy cast, skip, -1, float, float;", 73,
     "number of bytes must be positive, found -1"},
    {"", "file: 1, sine, 1;", 10, "unknown file driver `sine`"},
    {"", "file: 1, joystick, \"/dev/js\", 1, 1;", 10, "file driver `joystick` is not supported"},
    {"", "file: 1, ;", 10, "expected a keyword, found `;`"},
};

const std::vector<Probe> outputs = {
    {"", "stream output: 1, stream name, \"o\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, values, 2, drive, time, nodedof, 1, structural, 2, algebraic;"},
    {"", "stream output: 1, stream name, \"o\", create, no, 2, 1, abstract, algebraic, drive, time;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic, "
     "modifier, copy;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic, "
     "modifier, copy cast, swap, yes, all, float;"},
    {"", "stream output: 1, stream name, \"o\", create, no, motion, all;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, motion, output flags, position, orientation matrix, velocity, "
     "angular velocity, 1, 2;"},
    {"", "stream output: 1, stream name, \"o\", create, no, motion, output flags, orientation matrix transpose, all;"},
    {"",
     "stream output: 1, stream name, \"o\", send after, predict, create, yes, local, \"/tmp/s.sock\", 2, drive, time, "
     "nodedof, 1, structural, 2, algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", send after, convergence, create, yes, port, 9035, host, \"localhost\", 2, "
     "drive, time, nodedof, 1, structural, 2, algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, socket type, udp, 2, drive, time, nodedof, 1, structural, 2, "
     "algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, socket type, tcp, no signal, non blocking, no send first, "
     "abort if broken, 2, drive, time, nodedof, 1, structural, 2, algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, signal, blocking, send first, do not abort if broken, output "
     "every, 3, 2, drive, time, nodedof, 1, structural, 2, algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, echo, \"eo\", 2, drive, time, nodedof, 1, structural, 2, "
     "algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, echo, \"eo\", precision, 5, shift, 0.1, 2, drive, time, "
     "nodedof, 1, structural, 2, algebraic;"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic, output, "
     "no;"},
    {"", "stream output: 1, create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic;", 19,
     "expected `stream name`, found `create`"},
    {"", "stream output: 1, stream name, \"o\", 2, drive, time, nodedof, 1, structural, 2, algebraic;", 37,
     "expected `create`, found `2`"},
    {"",
     "stream output: 1, stream name, \"toolong\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic;",
     32, "the name of a stream has one to six characters, `toolong` has 7"},
    {"", "stream output: 1, stream name, 3, create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic;", 32,
     "expected a string, found 3"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, socket type, x, 2, drive, time, nodedof, 1, structural, 2, "
     "algebraic;",
     62, "expected type of socket: `tcp`, `udp`"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, output every, 0, 2, drive, time, nodedof, 1, structural, 2, "
     "algebraic;",
     63, "number of steps must be positive, found 0"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, output every, 2, drive, time, nodedof, 1, structural, 2, "
     "algebraic;",
     66, "unknown variable `drive`"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, echo, 2, drive, time, nodedof, 1, structural, 2, algebraic;",
     55, "expected a string, found 2"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, echo, \"eo\", precision, 0, 2, drive, time, nodedof, 1, "
     "structural, 2, algebraic;",
     72, "number of digits must be positive, found 0"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, port, 99999, 2, drive, time, nodedof, 1, structural, 2, "
     "algebraic;",
     55, "ports are from 1 to 65535, found 99999"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, local, 2, drive, time, nodedof, 1, structural, 2, algebraic;",
     56, "expected a string, found 2"},
    {"", "stream output: 1, stream name, \"o\", create, no, 2, drive, time;", 63,
     "an argument is missing: expected a label"},
    {"", "stream output: 1, stream name, \"o\", create, no, -1, drive, time;", 49,
     "number of channels must be positive, found -1"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic, "
     "modifier, xor;",
     113, "expected modifier: `copy`, `copy cast`"},
    {"",
     "stream output: 1, stream name, \"o\", create, no, 2, drive, time, nodedof, 1, structural, 2, algebraic, "
     "modifier, copy cast, all;",
     127,
     "an argument is missing: expected type of a number: `int8_t`, `uint8_t`, `int16_t`, `uint16_t`, `int32_t`, "
     "`uint32_t`, `float`, `double`"},
    {"", "stream output: 1, stream name, \"o\", create, no, motion;", 55, "an argument is missing: expected a label"},
    {"", "stream output: 1, stream name, \"o\", create, no, motion, 1, 99;", 60, "structural node 99 is not defined"},
    {"", "stream output: 1, stream name, \"o\", create, no, motion, output flags, 1;", 57,
     "expected a part of the motion: position, orientation matrix, velocity, ..."},
    {"", "stream output: 1, stream name, \"o\", create, no, ;", 49,
     "expected number of channels, found an empty field"},
    {"", "stream output: 1, stream name, \"o\", create, no, send first;", 59,
     "an argument is missing: expected number of channels"},
    {"", "stream motion output: 1, stream name, \"o\", create, no, all;"},
    {"", "stream motion output: 1, stream name, \"o\", create, no, output flags, velocity, 1;"},
    {"", "stream motion output: 1, stream name, \"o\", create, no, 99;", 56, "structural node 99 is not defined"},
    {"", "RTAI output: 1, stream name, \"abcdef\", create, yes, 2, drive, time, nodedof, 1, structural, 2, algebraic;"},
    {"",
     "RTAI output: 1, stream name, \"abcdef\", create, no, host, \"h\", non blocking, 2, drive, time, nodedof, 1, "
     "structural, 2, algebraic;"},
    {"", "RTAI output: 1, create, yes;", 17, "expected `stream name`, found `create`"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(of_drivers_are_read_or_refused_where_they_are_wrong) {
  std::ofstream("d.drv") << "# initial time: 0.\n# time step: 0.1\n1 2\n3 4\n5 6\n";
  std::ofstream("v.drv") << "0. 1 2\n1. 3 4\n2. 5 6\n";
  check_probes(Block::drivers, drivers);
  std::remove("d.drv");
  std::remove("v.drv");
}

BOOST_AUTO_TEST_CASE(of_output_elements_are_read_or_refused_where_they_are_wrong) {
  check_probes(Block::elements, outputs);
}

BOOST_AUTO_TEST_SUITE_END()
