import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readAnew } from './read-anew.ts'

const queryKey = ['space', 's', 'forms']

/** A key whose reads are answered by hand, in any order. */
function readByHand() {
	const queries = new QueryClient()
	const answers: ((state: string) => void)[] = []
	const options = {
		queryKey,
		queryFn: () => new Promise<string>((answer) => answers.push(answer)),
	}
	return { queries, answers, observer: new QueryObserver(queries, options) }
}

it('drops a first answer that was asked for before the change', async () => {
	const { queries, answers, observer } = readByHand()
	const stop = observer.subscribe(() => {})
	const done = readAnew(queries, queryKey)
	await expect.poll(() => answers.length).toBe(2)
	answers[1]?.('after')
	answers[0]?.('before')
	await done
	expect(queries.getQueryData(queryKey)).toBe('after')
	stop()
})

it('reads what no screen shows again when it is next looked at, whatever was under way', async () => {
	const { queries, answers, observer } = readByHand()
	queries.setQueryData(queryKey, 'before')
	const leave = observer.subscribe(() => {})
	const reading = observer.refetch()
	leave()
	await readAnew(queries, queryKey)
	answers[0]?.('before')
	await reading
	expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'before', isInvalidated: true })
})
