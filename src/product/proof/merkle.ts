import { createHash } from 'node:crypto'

/** The Merkle tree of RFC 9162, section 2.1, over SHA-256. */
export const sha256 = (...parts: (Buffer | string)[]): Buffer => {
	const hash = createHash('sha256')
	for (const part of parts) hash.update(part)
	return hash.digest()
}

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

export function leafHash(entryHash: Buffer): Buffer {
	return sha256(leafPrefix, entryHash)
}

/** An odd node moves up as it is, which gives the tree of the RFC. */
function levelAbove(level: readonly Buffer[]): Buffer[] {
	const above: Buffer[] = []
	for (let at = 0; at < level.length; at += 2) {
		const [left, right] = [level[at] as Buffer, level[at + 1]]
		above.push(right ? sha256(nodePrefix, left, right) : left)
	}
	return above
}

/** The levels of a tree, from its leaves to the root. */
export type MerkleTree = readonly (readonly Buffer[])[]

/** @param leaves at least one */
export function growTree(leaves: readonly Buffer[]): MerkleTree {
	const levels = [leaves]
	for (let level = leaves; level.length > 1; ) {
		level = levelAbove(level)
		levels.push(level)
	}
	return levels
}

export function rootOf(tree: MerkleTree): Buffer {
	return tree.at(-1)?.[0] as Buffer
}

/** The hashes that lead from a leaf to the root, the lowest first. */
export function pathTo(tree: MerkleTree, index: number): Buffer[] {
	return tree.slice(0, -1).flatMap((level, height) => level[(index >> height) ^ 1] ?? [])
}

/** On which side of the path each of its hashes stands. */
export function pathSides(index: number, size: number): ('left' | 'right')[] {
	const sides: ('left' | 'right')[] = []
	for (let at = index, left = size; left > 1; at >>= 1, left = Math.ceil(left / 2))
		if ((at ^ 1) < left) sides.push(at % 2 === 1 ? 'left' : 'right')
	return sides
}

/** The root that a path leads to; null when it has another length than a path in a tree of this size. */
export function rootOfPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
	const sides = pathSides(index, size)
	if (index >= size || sides.length !== path.length) return null
	return path.reduce(
		(node, sibling, at) =>
			sides[at] === 'left' ? sha256(nodePrefix, sibling, node) : sha256(nodePrefix, node, sibling),
		leaf,
	)
}
