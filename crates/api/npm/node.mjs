// The same instance as for require.
import node from "./node.cjs";

export const { Atlas, BtfError, BtfFile, init, isBtfError } = node;
export default init;
