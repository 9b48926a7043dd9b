import { CircleCheck, CirclePause, Clock } from 'lucide-react'
import { Link } from 'react-router'
import type { WebhookRow } from '#shared/rows.ts'
import { ServiceMark } from '#web/features/connections/service-mark.tsx'
import { serviceOf } from '#web/features/connections/services/services.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { hostOf, kindWords, webhookName } from './webhook-words.ts'

/** A webhook in a list, with its state and the way to it. */
export function WebhookLine({ webhook }: { webhook: WebhookRow }) {
	const { id, kind, url, is_active: isActive, paused_reason: reason } = webhook
	const { shape, letter } = serviceOf(kindWords[kind].service) ?? { shape: 'code' as const, letter: 'w' }
	const name = webhookName(webhook)
	const isNeedy = !isActive && reason !== null
	return (
		<li className={isNeedy ? 'conn-line conn-needy' : 'conn-line'}>
			<ServiceMark shape={shape} letter={letter} />
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>{' '}
					<span className="ui-quiet">{kind === 'standard' ? 'by webhook' : hostOf(url)}</span>
				</p>
				<WebhookState webhook={webhook} />
			</div>
			<Link
				className={buttonClass(isNeedy ? {} : { size: 'tiny' })}
				to={`/dashboard/space/webhooks/${id}`}
				aria-label={isNeedy ? `See what to do about ${name}` : `Open ${name}`}
			>
				{isNeedy ? 'See what to do' : 'Open'}
			</Link>
		</li>
	)
}

function WebhookState({ webhook }: { webhook: WebhookRow }) {
	const { is_active: isActive, paused_reason: reason, last_delivered_at: last } = webhook
	if (!isActive)
		return (
			<p>
				<Badge {...(reason ? { tone: 'bad' as const } : {})} icon={<CirclePause size={14} aria-hidden="true" />}>
					{reason === 'failed'
						? 'Paused: nine tries in 24 hours failed'
						: reason === 'key_ended'
							? 'Ended with the key that made it'
							: 'Stopped by a member'}
				</Badge>
			</p>
		)
	return (
		<p>
			{last ? (
				<Badge tone="good" icon={<CircleCheck size={14} aria-hidden="true" />}>
					Works, last {formatRelative(last)}
				</Badge>
			) : (
				<Badge icon={<Clock size={14} aria-hidden="true" />}>Waits for its first event</Badge>
			)}
		</p>
	)
}
