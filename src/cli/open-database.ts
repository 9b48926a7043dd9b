import { constants } from 'node:os'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database.ts'

/**
 * Opens the database for a command. A PostgreSQL that the command started is stopped before a signal ends the process: it would
 * run on without an owner.
 */
export async function openForCommand(config: Config): Promise<Database> {
	const ending = new AbortController()
	const opening = openDatabase(config, 'visit', { abort: ending.signal })
	let stopped: Promise<boolean> | undefined
	const stop = async () => {
		const database = await opening
		stopped ??= database.stop()
		return stopped
	}
	const end = async (name: NodeJS.Signals) => {
		// While a statement of `plaudit sql` runs, Ctrl+C cancels that statement.
		if (name === 'SIGINT' && process.listenerCount('SIGINT') > 1) return
		if (ending.signal.aborted) return
		ending.abort(new Error(`The command was ended by ${name}.`))
		await stop().catch(() => false)
		process.exit(128 + constants.signals[name])
	}
	process.on('SIGINT', end).on('SIGTERM', end)
	const leave = () => process.off('SIGINT', end).off('SIGTERM', end)
	// After a signal, the command's own failure must not end the process before PostgreSQL has stopped.
	const unlessEnding = () => (ending.signal.aborted ? new Promise<never>(() => {}) : undefined)
	try {
		const database = await opening
		return {
			...database,
			async stop() {
				await unlessEnding()
				return stop().finally(leave)
			},
		}
	} catch (error) {
		await unlessEnding()
		leave()
		throw error
	}
}
