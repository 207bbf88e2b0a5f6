// For Node: importing this file reads the module from the disk. ES modules import it, too (node.mjs), so that there is
// one instance.
"use strict";
const { Atlas, BtfError, BtfFile } = require("./btfscope_node.cjs");

async function init() {}

function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}

Object.defineProperty(exports, "__esModule", { value: true });
Object.assign(exports, { Atlas, BtfError, BtfFile, init, default: init, isBtfError });
