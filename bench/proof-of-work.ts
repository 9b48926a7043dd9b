import { createProofOfWork } from '#platform/proof-of-work.ts'
import { maxLevel, workOf } from '#product/submissions/work-level.ts'
import { solve as solveChallenge } from '#test/support/product/solve-challenge.ts'
import { atMost, type Figure, plain } from './figure.ts'

const rounds = 50
const solvedPerLevel = 3
/** Posts of one minute of an attack. */
const posts = 1000

/** Measures what a busy form costs each side, in processor time: challenges and checks on the server, work on the other side. */
export async function measureProofOfWork(): Promise<Figure[]> {
	const proofOfWork = createProofOfWork(Buffer.alloc(32, 1), 'bench')
	const challenge = (level: number) => proofOfWork.challenge(workOf(level), { form: 'bench', level })
	const solve = async (level: number) => solveChallenge(await challenge(level))
	const token = await solve(1)
	const asking =
		(await processorSeconds(async () => {
			for (let i = 0; i < rounds; i++) await challenge(maxLevel)
		})) / rounds
	const checking =
		(await processorSeconds(async () => {
			for (let i = 0; i < rounds; i++) await proofOfWork.verify(token)
		})) / rounds
	const figures = [
		plain('challenge, ms of one core', asking * 1000, 'ms'),
		plain('check of a proof, ms of one core', checking * 1000, 'ms'),
		plain(`${posts} posts a minute without work: server`, asking * posts, 's/min'),
	]
	for (let level = 1; level <= maxLevel; level++) {
		const work =
			(await processorSeconds(async () => {
				for (let i = 0; i < solvedPerLevel; i++) await solve(level)
			})) / solvedPerLevel
		figures.push(plain(`${posts} posts a minute with work of level ${level}: sender`, work * posts, 's/min'))
		if (level === 1) figures.push(atMost('server per sender, level 1', (asking + checking) / work, '', 0.02))
	}
	return figures
}

async function processorSeconds(work: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage()
	await work()
	const { user, system } = process.cpuUsage(before)
	return (user + system) / 1e6
}
