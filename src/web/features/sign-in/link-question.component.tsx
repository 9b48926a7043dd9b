import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { chooseFlow, linkQuestion, type LinkQuestion as Question } from '#web/lib/auth/fragment-session.ts'
import { LinkQuestion } from './link-question.tsx'

const stored = 'sb-localhost-auth-token'
const claims = { sub: 'u-1', email: 'stranger@example.test' }
const fragment = `#access_token=e30.${btoa(JSON.stringify(claims))}.x&refresh_token=r&expires_in=3600&token_type=bearer`
const open = (path: string) => history.replaceState(null, '', path)
const signIn = (id: string) => localStorage.setItem(stored, JSON.stringify({ user: { id } }))

beforeEach(() => page.viewport(390, 800))
afterEach(() => localStorage.removeItem(stored))

function asked(): Extract<Question, { kind: 'ask' }> {
	const question = linkQuestion()
	if (question?.kind !== 'ask') throw new Error('nothing is asked')
	return question
}

test.each(['/auth', '/', '/dashboard', '/auth/confirm?type=magiclink'])(
	'a session in the fragment of %s is taken out of the URL, and never replaces the one that is signed in',
	async (path) => {
		signIn('somebody-else')
		open(path + fragment)
		expect(await chooseFlow()).toBe('pkce')
		expect(location.pathname + location.search + location.hash).toBe(path)
		expect(linkQuestion()).toMatchObject({ kind: 'kept', account: 'stranger@example.test' })
		const question = linkQuestion() as Extract<Question, { kind: 'kept' }>
		question.close()
		expect(linkQuestion()).toBeUndefined()
	},
)

test('a session in the fragment waits for an answer, and is put back for the client when it is accepted', async () => {
	open(`/auth?x=1${fragment}`)
	const flow = chooseFlow()
	expect(location.hash).toBe('')
	asked().accept()
	expect(await flow).toBe('implicit')
	expect(location.search + location.hash).toBe(`?x=1${fragment}`)
	expect(linkQuestion()).toBeUndefined()
})

test('a session in the fragment that is refused is gone', async () => {
	open(`/auth${fragment}`)
	const flow = chooseFlow()
	asked().refuse()
	expect(await flow).toBe('pkce')
	expect(location.hash).toBe('')
})

test('a session that another tab began while the question was open stays', async () => {
	open(`/auth${fragment}`)
	const flow = chooseFlow()
	signIn('somebody-else')
	asked().accept()
	expect(await flow).toBe('pkce')
	expect(location.hash).toBe('')
	expect(linkQuestion()).toMatchObject({ kind: 'kept' })
	;(linkQuestion() as Extract<Question, { kind: 'kept' }>).close()
})

test('a link of the account that is signed in, an incomplete one and an error go to the client as they are', async () => {
	signIn('u-1')
	for (const [hash, flow] of [
		[fragment, 'implicit'],
		['#access_token=x', 'implicit'],
		[`${fragment}&error=access_denied`, 'implicit'],
		['#error=access_denied', 'pkce'],
		['', 'pkce'],
	] as const) {
		open(`/auth${hash}`)
		expect(await chooseFlow()).toBe(flow)
		expect(location.hash).toBe(hash)
		expect(linkQuestion()).toBeUndefined()
	}
})

test('the question names the account of the link', async () => {
	let answer = ''
	const question: Question = {
		kind: 'ask',
		account: `${'a-very-long-name'.repeat(6)}@example.test`,
		accept: () => {
			answer = 'accepted'
		},
		refuse: () => {
			answer = 'refused'
		},
	}
	await render(<LinkQuestion question={question} signedIn={undefined} loading />)
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(`Continue as ${question.account}?`)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
	await expectAccessible()
	await page.getByRole('button', { name: 'Do not sign in' }).click()
	expect(answer).toBe('refused')
	await page.getByRole('button', { name: 'Continue', exact: true }).click()
	expect(answer).toBe('accepted')
})

test('a person who stays signed in sees both accounts', async () => {
	const question: Question = { kind: 'kept', account: 'stranger@example.test', close: () => {} }
	const screen = await render(<LinkQuestion question={question} signedIn="ruth@bakery.example" loading={false} />)
	const lead = page.getByText(/^The link that you opened is for/)
	await expect.element(lead).toMatchTextContent(/stranger@example\.test.*still signed in as ruth@bakery\.example\./)
	await expect.element(page.getByRole('button', { name: 'Stay signed in' })).toBeVisible()
	await expectAccessible()
	await screen.rerender(<LinkQuestion question={question} signedIn={undefined} loading={false} />)
	await expect.element(page.getByRole('button', { name: 'Go to sign in' })).toBeVisible()
})
