import type { Email } from 'postal-mime'
import { expect } from './fixtures.ts'

/**
 * Unsubscribes as a mail program does, by the headers of a mail alone: https://www.rfc-editor.org/rfc/rfc8058#section-3
 * @returns the address of the header
 */
export async function postOneClick({ headers }: Email): Promise<string> {
	const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
	const address = /<(https?:[^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? ''
	const [name = '', value = ''] = header('list-unsubscribe-post').split('=')
	const answer = await fetch(address, {
		method: 'POST',
		redirect: 'error',
		body: new URLSearchParams({ [name]: value }),
	})
	expect(answer.status).toBe(200)
	return address
}
