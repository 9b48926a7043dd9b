import { printResult } from '#cli/read-options.ts'
import { withDb } from '#cli/with-deps.ts'
import { verifyLog } from '#product/proof/verify-log.ts'

/**
 * Checks everything that the installation keeps, and prints what does not hold.
 * @returns the exit code
 */
export async function verifyInstallation({
	key,
	json,
}: {
	key: string | undefined
	json: boolean | undefined
}): Promise<number> {
	const found = await withDb((db) => verifyLog(db, key))
	const { entries, checkpoints, problems } = found
	const lines =
		problems.length > 0
			? problems.map((problem) => `✗ ${problem}`)
			: [
					`✓ Entries of histories that hold: ${entries}`,
					`✓ Checkpoints that hold, with all entries of the log below them: ${checkpoints}`,
				]
	printResult(json, found, lines.join('\n'))
	return problems.length > 0 ? 1 : 0
}
