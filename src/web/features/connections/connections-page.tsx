import { ChevronRight, CircleCheck, Clock, ExternalLink, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { ApiKeyRow, WebhookRow } from '#shared/rows.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { ConnectionsHead, ConnectionsPart } from './connections-head.tsx'
import { isIdle, isLive } from './keys/key-state.ts'
import { rightsText } from './keys/key-words.ts'
import { useKeys } from './keys/use-keys.ts'
import { capital, countWord } from './number-words.ts'
import { ServiceMark } from './service-mark.tsx'
import { type Service, serviceGroups, serviceOf, serviceOfKey } from './services/services.ts'
import { useWebhooks } from './webhooks/use-webhooks.ts'
import { WebhookLine } from './webhooks/webhook-line.tsx'
import { hostOf, kindWords } from './webhooks/webhook-words.ts'

/** /dashboard/space/connections: what is connected, and everything that can be. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Connections', space.name)
	const webhooks = useWebhooks(space.id)
	const keys = useKeys(space.id, isOwner)
	const live = (keys.data ?? []).filter((key) => isLive(key))
	// The paused ones need a person.
	const hooks = (webhooks.data ?? []).toSorted((a, b) => Number(a.is_active) - Number(b.is_active))
	const isRead = webhooks.data !== undefined && (!isOwner || keys.data !== undefined)
	return (
		<>
			<ConnectionsHead
				title={isRead ? hubTitle(hooks, live) : 'Connections'}
				actions={
					<a className={buttonClass({})} href="/functions/v1/openapi.json">
						<ExternalLink size={16} aria-hidden="true" />
						API description
					</a>
				}
			>
				{isRead && hooks.length + live.length === 0
					? 'Plaudit works alone. Connect it where it saves you a walk: to the room where you talk, to your site, to your shop.'
					: 'What hears of your testimonials, shows them, or works with them. Each reaches this space and no other.'}
			</ConnectionsHead>
			{webhooks.isError ? <ReadError query={webhooks}>What is connected could not be read.</ReadError> : null}
			{keys.isError ? <ReadError query={keys}>The keys could not be read.</ReadError> : null}
			{hooks.length + live.length > 0 ? (
				<ConnectionsPart id="connected" title="Connected" aside="What needs you is first">
					<ul className="ui-rows">
						{hooks.map((webhook) => (
							<WebhookLine key={webhook.id} webhook={webhook} />
						))}
						{live.map((key) => (
							<KeyLine key={key.id} row={key} />
						))}
					</ul>
				</ConnectionsPart>
			) : null}
			{serviceGroups.map(({ title, aside, services }) => (
				<ConnectionsPart key={title} id={`group-${services[0]?.id}`} title={title} aside={aside}>
					<ul className="conn-offers">
						{services.map((service) => (
							<li key={service.id}>
								<Offer
									{...service}
									to={`/dashboard/space/connections/${service.id}`}
									connected={connectedAs(service, hooks, live)}
								/>
							</li>
						))}
						{services.some(({ id }) => id === 'programs') ? (
							<li>
								<Offer
									to="/dashboard/space/webhooks"
									name="Webhooks"
									shape="code"
									letter="w"
									offer="We call your address"
									connected={hooks.filter(({ kind }) => kind === 'standard').map(({ url }) => hostOf(url))[0]}
								/>
							</li>
						) : null}
					</ul>
				</ConnectionsPart>
			))}
			<p className="conn-foot ui-small ui-quiet">
				The marks are ours: the shape says what kind of thing it is. No logo is shown, and no service is asked before
				you connect it.
			</p>
		</>
	)
}

/** "Four things are connected, one is paused". */
function hubTitle(webhooks: readonly WebhookRow[], keys: readonly ApiKeyRow[]): string {
	const all = webhooks.length + keys.length
	if (all === 0) return 'Nothing is connected yet'
	const paused = webhooks.filter((one) => !one.is_active).length
	const count = capital(`${countWord(all)} ${all === 1 ? 'thing is' : 'things are'} connected`)
	return paused === 0 ? count : `${count}, ${countWord(paused)} ${paused === 1 ? 'is' : 'are'} paused`
}

/** The way in which a service is connected, such as the host of its webhook or the name of its key. */
function connectedAs(
	service: Service,
	webhooks: readonly WebhookRow[],
	keys: readonly ApiKeyRow[],
): string | undefined {
	const webhook = webhooks.find(({ kind }) => kindWords[kind].service === service.id)
	if (webhook) return hostOf(webhook.url)
	if (service.id === 'programs') return keys.find(({ name }) => !serviceOfKey(name))?.name
	return keys.find(({ name }) => serviceOfKey(name)?.id === service.id)?.name
}

function Offer({
	to,
	name,
	shape,
	letter,
	offer,
	connected,
}: Omit<Service, 'id'> & { to: string; connected: string | undefined }) {
	return (
		<Link to={to}>
			<ServiceMark shape={shape} letter={letter} />
			<span>
				<strong>{name}</strong>
				<span className="ui-small ui-quiet">
					{connected === undefined ? (
						offer
					) : (
						<>
							<span className="conn-on">Connected</span> · <bdi>{connected}</bdi>
						</>
					)}
				</span>
			</span>
			<ChevronRight size={16} aria-hidden="true" />
		</Link>
	)
}

/** A key among what is connected. */
function KeyLine({ row }: { row: ApiKeyRow }) {
	const { name, last_used_at: used } = row
	const service = serviceOfKey(name) ?? serviceOf('programs')
	return (
		<li className="conn-line">
			<ServiceMark shape={service?.shape ?? 'code'} letter={service?.letter ?? 'k'} />
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>{' '}
					<span className="ui-quiet">{service?.id === 'mcp' ? 'by MCP' : 'by key'}</span>
				</p>
				<p>
					{isIdle(row) ? (
						<Badge tone="warm" icon={<TriangleAlert size={14} aria-hidden="true" />}>
							Not used for 9 months
						</Badge>
					) : used ? (
						<Badge tone="good" icon={<CircleCheck size={14} aria-hidden="true" />}>
							Works, last asked {formatRelative(used)}
						</Badge>
					) : (
						<Badge icon={<Clock size={14} aria-hidden="true" />}>Waits for its first call</Badge>
					)}{' '}
					<span className="ui-small ui-quiet">{rightsText(row)}</span>
				</p>
			</div>
			<Link className={buttonClass({ size: 'tiny' })} to="/dashboard/space/keys" aria-label={`Open ${name}`}>
				Open
			</Link>
		</li>
	)
}
