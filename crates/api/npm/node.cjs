// For Node: the module is read from the disk with the import. ES modules come here too (node.mjs), so that there is one instance.
"use strict";
const { Atlas, BtfError, BtfFile } = require("./btfscope_node.cjs");

async function init() {}

function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}

Object.defineProperty(exports, "__esModule", { value: true });
Object.assign(exports, { Atlas, BtfError, BtfFile, init, default: init, isBtfError });
