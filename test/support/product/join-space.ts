import type { SupabaseClient } from '@supabase/supabase-js'

/** Makes a person a member of a space, by an invitation and its copied link. */
export async function joinSpace(
	owner: SupabaseClient,
	spaceId: string,
	member: SupabaseClient,
	role: string,
): Promise<void> {
	const { data } = await member.auth.getUser()
	const given = { space_id: spaceId, email: data.user?.email, role }
	const made = await owner.rpc('invite_member', given).throwOnError()
	const link = await owner.functions.invoke<{ url: string }>('member-link', { body: { invitation_id: made.data.id } })
	if (link.error) throw link.error
	const token = link.data?.url.split('/').at(-1)
	await member.rpc('accept_member_invitation', { token }).throwOnError()
}
