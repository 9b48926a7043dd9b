import type pg from 'pg'
import { socketOf } from '#platform/pg/connections.ts'
import { CopyIn, CopyOut } from './copy-statements.ts'

/** Bytes that are collected before they are sent: PostgreSQL sends each row by itself. */
const batchBytes = 65_536

/**
 * Streams the rows of a statement `copy … to stdout` into another, `copy … from stdin`, as fast as the slower side, with some hundred
 * kilobytes in memory. Neither connection may be in pipeline mode. After a failure the source's connection is destroyed, as the rest
 * of its rows cannot be left on the wire.
 * @throws the error of the side that failed first
 */
export async function copyRows(source: pg.Client, target: pg.Client, from: string, into: string): Promise<void> {
	const input = new CopyIn(into)
	const [reading, writing] = [socketOf(source), socketOf(target)]
	target.query(input)
	await input.isOpen
	input.done.catch(() => reading.destroy())
	const batch = Buffer.allocUnsafe(batchBytes)
	let size = 0
	const flush = () => {
		if (size > 0) input.write(batch.subarray(0, size))
		size = 0
		if (writing.writableNeedDrain) reading.pause()
	}
	const output = new CopyOut(from, (row) => {
		if (size + row.length > batchBytes) flush()
		if (row.length > batchBytes) return input.write(row)
		// The parser of the driver uses its buffer again.
		size += row.copy(batch, size)
	})
	const resume = () => reading.resume()
	writing.on('drain', resume)
	try {
		source.query(output)
		await output.done
		flush()
		input.end()
	} catch (error) {
		if (!input.hasFailed) {
			input.fail()
			await input.done.catch(() => {})
			throw error
		}
	} finally {
		writing.off('drain', resume)
		resume()
	}
	await input.done
}
