import type { SupabaseClient } from '@supabase/supabase-js'
import { mailsTo } from '#test/support/outbox.ts'
import type { TestApp } from '#test/support/test-app.ts'

/** The token in the newest invitation that was mailed to an address. */
export async function mailedJoinToken(app: TestApp, address: string): Promise<string> {
	const mail = (await mailsTo(app, address)).at(-1)
	const token = /\/join\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
	if (!token) throw new Error(`no invitation was mailed to ${address}`)
	return token
}

/** Invites an address as the owner does, and returns the token of the mailed link. */
export async function inviteByMail(
	app: TestApp,
	owner: SupabaseClient,
	spaceId: string,
	email: string,
	role = 'editor',
): Promise<string> {
	await owner.rpc('invite_member', { space_id: spaceId, email, role }).throwOnError()
	return mailedJoinToken(app, email)
}

/** The token of the link that an owner copies. */
export async function copiedJoinToken(owner: SupabaseClient, spaceId: string, email: string): Promise<string> {
	const { data } = await owner
		.from('member_invitations')
		.select('id')
		.match({ space_id: spaceId, email })
		.is('revoked_at', null)
		.single()
		.throwOnError()
	const link = await owner.functions.invoke<{ url: string }>('member-link', { body: { invitation_id: data.id } })
	if (link.error) throw link.error
	return link.data?.url.split('/').at(-1) ?? ''
}
