import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { refreshSession } from '#web/features/account/use-account.ts'
import { useAttempt } from '#web/features/account/use-attempt.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

/**
 * Recovery codes, shown once when they are created.
 * @param props.isAside while another factor is being set up
 */
export function RecoveryCodes({ isAside }: { isAside: boolean }) {
	const user = useUser()
	const queries = useQueryClient()
	const withStepUp = useStepUp()
	const [codes, setCodes] = useState<string[] | null>(null)
	const [asking, setAsking] = useState(false)
	const { busy, problem, attempt } = useAttempt<'make'>()
	const isMaking = busy.has('make')
	const status = useQuery({
		queryKey: queryKeys.recoveryCodes(user.id),
		queryFn: async () => {
			const answer = await (await supabase).auth.mfa.recoveryCodes.getStatus()
			// No codes exist yet: that is a valid answer, not a failure.
			if (isAuthError(answer.error, 'mfa_factor_not_found')) return null
			return unwrap(answer)
		},
		retry: false,
	})
	// Codes that can be read only once stay visible, even when another action starts or fails.
	if (!codes && !isMaking && (isAside || status.data === undefined)) return null
	const existing = status.data
	const make = async () => {
		await attempt('make', async () => {
			const { recoveryCodes } = (await supabase).auth.mfa
			const made = await withStepUp(async () =>
				unwrap(await (existing ? recoveryCodes.regenerate() : recoveryCodes.generate())),
			)
			setCodes(made.codes.map((code) => groupCharacters(code, '-')))
			if (!existing) await refreshSession()
			await refetchQueries(queries, queryKeys.recoveryCodes(user.id))
		})
		setAsking(false)
	}
	return (
		<section className="account-codes" aria-labelledby="recovery-codes">
			<div className="account-codes-head">
				<h3 id="recovery-codes">Recovery codes</h3>
				{existing ? (
					<span className="ui-quiet ui-small">
						{existing.remaining} of {existing.total} unused. Each works once.
					</span>
				) : null}
			</div>
			{codes ? (
				<NewCodes codes={codes} onKept={() => setCodes(null)} />
			) : (
				<>
					{existing ? null : (
						<p className="ui-quiet">
							For the day when your phone is lost. Without them, only the administrator of this Plaudit can let you in
							again.
						</p>
					)}
					{existing?.remaining === 0 ? <Notice isError>All are used. Make new ones.</Notice> : null}
					<div className="ui-buttons">
						<Button busy={isMaking} onClick={() => (existing ? setAsking(true) : void make())}>
							{existing ? 'Make new ones' : 'Make recovery codes'}
						</Button>
					</div>
				</>
			)}
			{problem ? <Notice isError>{problem}</Notice> : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Make new recovery codes?"
				description="The ones that you have stop working at once."
				confirm="Make new ones"
				busy={isMaking}
				onConfirm={() => void make()}
			/>
		</section>
	)
}

/** `d74n-6khc-annh-yxwd`: easier to copy by hand. The service ignores the hyphens of a recovery code. */
export function groupCharacters(code: string, separator: ' ' | '-'): string {
	return code.replace(/(.{4})(?=.)/g, `$1${separator}`)
}

function NewCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
	const text = codes.join('\n')
	useEffect(() => {
		// The codes cannot be shown again, so the browser asks before the page closes.
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', ask)
		return () => window.removeEventListener('beforeunload', ask)
	}, [])
	const save = () => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'plaudit-recovery-codes.txt')
	return (
		<>
			<Notice>Keep them where your phone is not. They are shown this once only.</Notice>
			<ul className="account-recovery" dir="ltr">
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="ui-buttons">
				<CopyButton text={text} label="Copy all" />
				<Button onClick={save}>
					<Download size={16} aria-hidden="true" />
					Save as a file
				</Button>
				<Button variant="primary" onClick={onKept}>
					I have kept them
				</Button>
			</div>
		</>
	)
}
