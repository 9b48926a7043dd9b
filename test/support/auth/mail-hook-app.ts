import { type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { callAuth } from './auth-requests.ts'

const password = 'five days of paddling'

/** An app with a send-email hook, and users who sign up through it. */
export type MailHookApp = Awaited<ReturnType<typeof openMailHookApp>>

export async function openMailHookApp() {
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
		/** The last payload of the hook. */
		last,
		/** A confirmed user with this password. */
		async confirmed() {
			const email = newAddress()
			await post('/signup', { email, password })
			const { token_hash } = last().email_data
			const { body } = await verify({ type: 'signup', token_hash })
			receiver.calls.length = 0
			return { email, token: body.access_token as string, id: body.user.id as string }
		},
		/** Waits between two tests, so that notices of one do not arrive in the other. */
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
