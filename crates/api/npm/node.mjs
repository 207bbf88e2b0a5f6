// Exports the same instance as `require` gives.
import node from "./node.cjs";

export const { Atlas, BtfError, BtfFile, init, isBtfError } = node;
export default init;
