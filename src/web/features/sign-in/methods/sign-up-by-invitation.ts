import type { Client } from '#web/lib/client/supabase.ts'

/**
 * Signs up the address of an invitation. The token in `data.join` lets it in while SIGNUP is `invite`, and confirms the
 * address when it came by mail. Throws the auth service's error.
 * @returns whether the person is signed in; otherwise the address must be confirmed first
 */
export async function signUpByInvitation(
	client: Client,
	given: { email: string; password: string; name: string; token: string; captchaToken: string | undefined },
): Promise<boolean> {
	const { email, password, name, token, captchaToken } = given
	const { data, error } = await client.auth.signUp({
		email,
		password,
		options: {
			data: { full_name: name, join: token },
			emailRedirectTo: `${window.location.origin}/join/${token}`,
			captchaToken,
		},
	})
	if (error) throw error
	return data.session !== null
}
