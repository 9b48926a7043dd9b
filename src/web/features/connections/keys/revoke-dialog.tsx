import type { ApiKeyRow } from '#shared/rows.ts'
import { CanList } from '#web/features/connections/can-list.tsx'
import { useWebhooks } from '#web/features/connections/webhooks/use-webhooks.ts'
import { webhookName } from '#web/features/connections/webhooks/webhook-words.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatList } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { usesText } from './key-uses.tsx'
import { scopesOf, scopeWords } from './key-words.ts'
import { useKeyUses, useRevokeKey } from './use-keys.ts'

/** Asks before a key is revoked, with what stops and what stays. */
export function RevokeDialog({ row, onClose }: { row: ApiKeyRow; onClose: () => void }) {
	const revoke = useRevokeKey(row.space_id)
	return (
		<ConfirmDialog
			open
			onOpenChange={onClose}
			title={`Revoke “${row.name}”?`}
			description={`${row.last_used_at ? `It was used ${formatRelative(row.last_used_at)}.` : 'It was never used.'} From the moment you press the button, on every machine of this server:`}
			confirm="Revoke it now"
			dismiss="Keep it"
			busy={revoke.isPending}
			onConfirm={() => revoke.mutate(row, { onSuccess: onClose })}
		>
			<div>
				<h3 className="keys-label">What stops</h3>
				<Stops row={row} />
			</div>
			<div>
				<h3 className="keys-label">What stays</h3>
				<CanList
					kind="can"
					lines={[
						{ key: 'history', text: 'All that it sent and decided, with its name in the history.' },
						{ key: 'webhooks', text: 'Webhooks that members made. Each has a secret of its own.' },
					]}
				/>
			</div>
			<p className="ui-small ui-quiet">It cannot be brought back. Make a new key first, if the program shall go on.</p>
			{revoke.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(revoke.error)}
				</p>
			) : null}
		</ConfirmDialog>
	)
}

/** Used scopes with their counts first; those without a use in one line. */
function Stops({ row }: { row: ApiKeyRow }) {
	const { data: uses = [] } = useKeyUses(row)
	const { data: webhooks = [] } = useWebhooks(row.space_id)
	const made = webhooks.filter(({ key_id: key, is_active: isActive }) => key === row.id && isActive)
	const used = uses.flatMap((use) =>
		use.scope === '' ? [] : [{ key: use.scope, text: stopText(scopeWords[use.scope].stops, usesText(use)) }],
	)
	const unused = scopesOf(row).filter((scope) => !uses.some((use) => use.scope === scope))
	const could = formatList(unused.map((scope) => scopeWords[scope].can))
	const rest = could ? [{ key: 'rest', text: stopText(`It can no longer ${could}.`, 'Not used in 28 days') }] : []
	const calls = made.map((webhook) => ({
		key: webhook.id,
		text: `The webhook to ${webhookName(webhook)} ends: this key made it.`,
	}))
	return <CanList kind="stops" lines={[...used, ...calls, ...rest]} />
}

const stopText = (stops: string, uses: string) => (
	<>
		{stops} <span className="ui-quiet">{uses}</span>
	</>
)
