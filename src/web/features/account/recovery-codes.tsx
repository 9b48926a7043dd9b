import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useUser } from '#web/lib/auth-context.tsx'
import { isAuthError, sayAuthError } from '#web/lib/auth-errors.ts'
import { unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { saveBlob } from '#web/lib/save-picture.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useStepUp } from './step-up.tsx'
import { renewSession } from './use-account.ts'

/**
 * Codes for the day when phone and key are lost. They are shown once, when they are made.
 * @param props.isAside while something else is being set up
 */
export function RecoveryCodes({ isAside }: { isAside: boolean }) {
	const user = useUser()
	const queries = useQueryClient()
	const confirmed = useStepUp()
	const [codes, setCodes] = useState<string[] | null>(null)
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState(false)
	const [problem, setProblem] = useState<string>()
	const status = useQuery({
		queryKey: keys.recoveryCodes(user.id),
		queryFn: async () => {
			const answer = await (await supabase).auth.mfa.recoveryCodes.getStatus()
			// Nobody made any yet: that is an answer, not a failure.
			if (isAuthError(answer.error, 'mfa_factor_not_found')) return null
			return unwrap(answer)
		},
		retry: false,
	})
	// What can be read this once only stays, whatever else begins or fails meanwhile.
	if (!codes && !busy && (isAside || status.data === undefined)) return null
	const has = status.data
	const make = async () => {
		setBusy(true)
		setProblem(undefined)
		try {
			const { recoveryCodes } = (await supabase).auth.mfa
			const made = await confirmed(async () =>
				unwrap(await (has ? recoveryCodes.regenerate() : recoveryCodes.generate())),
			)
			setCodes(made.codes.map(grouped))
			if (!has) await renewSession()
			await readAnew(queries, keys.recoveryCodes(user.id))
		} catch (error) {
			setProblem(sayAuthError(error))
		} finally {
			setBusy(false)
			setAsking(false)
		}
	}
	return (
		<section className="account-codes" aria-labelledby="recovery-codes">
			<div className="account-codes-head">
				<h3 id="recovery-codes">Recovery codes</h3>
				{has ? (
					<span className="ui-quiet ui-small">
						{has.remaining} of {has.total} unused. Each works once.
					</span>
				) : null}
			</div>
			{codes ? (
				<NewCodes codes={codes} onKept={() => setCodes(null)} />
			) : (
				<>
					{has ? null : (
						<p className="ui-quiet">
							For the day when your phone is lost. Without them, only whoever runs this Plaudit can
							let you in again.
						</p>
					)}
					{has?.remaining === 0 ? <Notice bad>All are used. Make new ones.</Notice> : null}
					<div className="ui-buttons">
						<Button busy={busy} onClick={() => (has ? setAsking(true) : void make())}>
							{has ? 'Make new ones' : 'Make recovery codes'}
						</Button>
					</div>
				</>
			)}
			{problem ? <Notice bad>{problem}</Notice> : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Make new recovery codes?"
				description="The ones that you have stop working at once."
				confirm="Make new ones"
				busy={busy}
				onConfirm={() => void make()}
			/>
		</section>
	)
}

/** `d74n-6khc-annh-yxwd`: easier to copy by hand, and the same to the service. */
function grouped(code: string): string {
	return code.replace(/(.{4})(?=.)/g, '$1-')
}

function NewCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
	const text = codes.join('\n')
	useEffect(() => {
		// They cannot be shown again: the browser asks before the page goes.
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', ask)
		return () => window.removeEventListener('beforeunload', ask)
	}, [])
	const save = () =>
		saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'plaudit-recovery-codes.txt')
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
