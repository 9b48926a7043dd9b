import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AuthLayout, AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { FullScreenLoading } from '#web/ui/spinner.tsx'

/**
 * Redeems the setup link for the account that is signed in: at once for one that was made through the link, else when its owner says so.
 */
export function ClaimServer({ token, isNew, onDone }: { token: string; isNew: boolean; onDone: () => void }) {
	const user = useUser()
	const queries = useQueryClient()
	const { mutate, data, error, isPending, isIdle } = useMutation({
		mutationFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<{ operator: boolean }>('operator', { body: { setup: token } }))
		},
		onSuccess: ({ operator }) => {
			queries.setQueryData(queryKeys.operator, { operator })
			if (operator) onDone()
		},
	})
	usePageTitle('Set up this server')
	useEffect(() => {
		if (isNew) mutate()
	}, [isNew, mutate])
	const isSpent = (error as { context?: { status?: number } } | null)?.context?.status === 404
	const isOver = isSpent || data?.operator === false
	if (data?.operator || (isNew && (isIdle || isPending))) return <FullScreenLoading />
	return (
		<AuthLayout>
			<AuthScreen
				title="Set up this server"
				lead={
					isOver ? null : (
						<>
							This link makes <strong>{user.email}</strong> the operator of this server: the account sees its health,
							mails and backups. It works once.
						</>
					)
				}
			>
				{isSpent ? (
					<Notice isError>
						This setup link was used, was replaced, or is older than a week. Run plaudit setup-link on the server for a
						new one.
					</Notice>
				) : null}
				{error && !isSpent ? <Notice isError>{errorMessage(error)}</Notice> : null}
				{data?.operator === false ? (
					<Notice>
						The address <bdi>{user.email}</bdi> is proven now, but the server’s OPERATORS setting does not name it.
					</Notice>
				) : null}
				{isOver ? null : (
					<Button variant="primary" size="tall" wide busy={isPending} onClick={() => mutate()}>
						Make this account the operator
					</Button>
				)}
				<Button size="tall" wide onClick={onDone}>
					{isOver ? 'Go on' : 'Not this account'}
				</Button>
			</AuthScreen>
		</AuthLayout>
	)
}
