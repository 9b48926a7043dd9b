import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { refetchQueries, replaceQueryData } from './refetch.ts'

const queryKey = ['space', 's', 'forms']

/** A query whose responses the test resolves in any order. */
function readByHand() {
	const queries = new QueryClient()
	const answers: ((state: string) => void)[] = []
	const options = {
		queryKey,
		queryFn: () => new Promise<string>((answer) => answers.push(answer)),
	}
	return { queries, answers, observer: new QueryObserver(queries, options) }
}

it('an initial response requested before a change is dropped', async () => {
	const { queries, answers, observer } = readByHand()
	const stop = observer.subscribe(() => {})
	const done = refetchQueries(queries, queryKey)
	await expect.poll(() => answers.length).toBe(2)
	answers[1]?.('after')
	answers[0]?.('before')
	await done
	expect(queries.getQueryData(queryKey)).toBe('after')
	stop()
})

it('an inactive query is fetched again when it is next used, even if it was in flight', async () => {
	const { queries, answers, observer } = readByHand()
	queries.setQueryData(queryKey, 'before')
	const leave = observer.subscribe(() => {})
	const reading = observer.refetch()
	leave()
	await refetchQueries(queries, queryKey)
	answers[0]?.('before')
	await reading
	expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'before', isInvalidated: true })
})

it('a response requested before a save does not replace what was saved, and is requested again', async () => {
	const { queries, answers, observer } = readByHand()
	queries.setQueryData(queryKey, 'before')
	const stop = observer.subscribe(() => {})
	await expect.poll(() => answers.length).toBe(1)
	replaceQueryData(queries, queryKey, 'saved')
	answers[0]?.('before')
	await expect.poll(() => answers.length).toBe(2)
	expect(queries.getQueryData(queryKey)).toBe('saved')
	answers[1]?.('after')
	await expect.poll(() => queries.getQueryData(queryKey)).toBe('after')
	stop()
})

it('a save fetches nothing when nothing was being fetched', async () => {
	const { queries, answers, observer } = readByHand()
	const stop = observer.subscribe(() => {})
	answers[0]?.('before')
	await expect.poll(() => queries.isFetching()).toBe(0)
	replaceQueryData<string>(queries, queryKey, (now) => `${now} and after`)
	expect([queries.getQueryData(queryKey), queries.isFetching(), answers.length]).toEqual(['before and after', 0, 1])
	stop()
})
