import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from '#e2e/support/fixtures.ts'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

export type Person = { email: string; password: string; id: string; client: SupabaseClient }

/** A server with SIGNUP=invite and a real mail server. */
export type TeamServer = {
	server: Server
	mails: SmtpServer
	/** Makes an account as its administrator does. */
	person(name: string): Promise<Person>
	/** An owner with a space. */
	owner(name: string, space: string): Promise<Person & { spaceId: string }>
	/** Waits for the newest invitation to an address, and returns its link. */
	joinLink(email: string, count?: number): Promise<string>
	stop(): Promise<void>
}

let made = 0

export async function startTeamServer(env: Record<string, string> = {}): Promise<TeamServer> {
	const mails = await startSmtpServer()
	const server = await startServer({
		SIGNUP: 'invite',
		RATE_LIMITS: 'off',
		SMTP_URL: mails.url,
		MAIL_NOTICES: 'off',
		...env,
	})
	const person = async (name: string): Promise<Person> => {
		const email = `${name.toLowerCase().replaceAll(' ', '.')}-${++made}@fernhill.example`
		const password = 'a long enough pass phrase'
		await plaudit(server, ['user', 'create', '--email', email, '--password', password])
		const client = officialClient(server.url, await fetchAnonKey(server.url))
		const { data, error } = await client.auth.signInWithPassword({ email, password })
		if (error) throw error
		await client.from('profiles').update({ full_name: name }).eq('id', data.user.id).throwOnError()
		return { email, password, id: data.user.id, client }
	}
	return {
		server,
		mails,
		person,
		async owner(name, space) {
			const one = await person(name)
			const slug = `fernhill-${process.pid}-${++made}`
			const { data } = await one.client.rpc('create_space', { name: space, slug }).throwOnError()
			return { ...one, spaceId: data.space_id }
		},
		async joinLink(email, count = 1) {
			const own = () => mails.received.filter(({ to }) => to?.some(({ address }) => address === email))
			await expect.poll(() => own().length).toBe(count)
			const link = /https?:\S+\/join\/[\w-]{43}/.exec(own().at(-1)?.text ?? '')?.[0]
			if (!link) throw new Error('the mail has no link')
			return link
		},
		async stop() {
			await server.stop()
			await mails.close()
		},
	}
}
