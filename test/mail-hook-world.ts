import { createTestApp, type TestApp } from './app.ts'
import { callAuth } from './auth-wire.ts'
import { type HookReceiver, startHookReceiver } from './hook-receiver.ts'

const password = 'five days of paddling'

/** The program with a hook that takes its mails, and people who sign up through it. */
export type MailHookWorld = Awaited<ReturnType<typeof openMailHookWorld>>

export async function openMailHookWorld() {
	const receiver: HookReceiver = await startHookReceiver()
	const settings = { ...receiver.settings('SEND_EMAIL'), MAIL_NOTICES: 'on' }
	const app: TestApp = await createTestApp(settings)
	let people = 0
	const newAddress = () => `hooked-${++people}@skerry.example`
	const post = (path: string, body: object, bearer?: string) =>
		callAuth(app, 'POST', path, { body, ...(bearer ? { bearer } : {}) })
	const verify = (body: object) => post('/verify', body)
	const last = () => receiver.calls.at(-1)?.payload
	return {
		app,
		receiver,
		newAddress,
		post,
		verify,
		/** What the hook was told last. */
		last,
		/** Somebody who signed up with this password and confirmed the address. */
		async confirmed() {
			const email = newAddress()
			await post('/signup', { email, password })
			const { token_hash } = last().email_data
			const { body } = await verify({ type: 'signup', token_hash })
			receiver.calls.length = 0
			return { email, token: body.access_token as string, id: body.user.id as string }
		},
		/** Between two tests: notices of the one are not to arrive in the other. */
		async settle() {
			receiver.reply = () => ({})
			await app.deps.jobs.idle()
			receiver.calls.length = 0
		},
		async close() {
			await app.close()
			await receiver.close()
		},
	}
}
