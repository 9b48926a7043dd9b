import { useQuery } from '@tanstack/react-query'
import { config } from '#web/lib/client/config.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** The account that a mailed link signs in, and the address that the link was sent to. */
export type LinkAccount = { id: string; email: string }

/** Asks whose link this is: `spent` for one that signs no one in, undefined when the server does not answer. */
export function useLinkAccount(
	token: string | null,
	type: string,
): { account: LinkAccount | 'spent' | undefined; isPending: boolean } {
	const { data, isPending } = useQuery({
		queryKey: queryKeys.linkAccount(token ?? '', type),
		queryFn: async () => {
			const { url } = await config
			const query = new URLSearchParams({ token_hash: token ?? '', type })
			const answer = await fetch(`${url}/auth/v1/verify/account?${query}`)
			if (answer.status === 403) return 'spent'
			return answer.ok ? ((await answer.json()) as LinkAccount) : null
		},
		enabled: token !== null,
		networkMode: 'always',
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	})
	return { account: data ?? undefined, isPending: token !== null && isPending }
}
