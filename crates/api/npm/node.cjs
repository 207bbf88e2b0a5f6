// For Node: the first part of the module is read from the disk at the import, the second when a call needs it. ES
// modules come here, too (node.mjs), so that there is one instance.
"use strict";
const { readFile } = require("node:fs/promises");
const { join } = require("node:path");
const { Atlas, BtfError, BtfFile, later } = require("./btfscope_node.cjs");

later.source = () => readFile(join(__dirname, "btfscope_later.wasm"));

async function init() {}

function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}

Object.defineProperty(exports, "__esModule", { value: true });
Object.assign(exports, { Atlas, BtfError, BtfFile, init, default: init, isBtfError });
