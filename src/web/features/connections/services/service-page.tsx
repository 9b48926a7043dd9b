import type { ComponentType, ReactNode } from 'react'
import { useParams } from 'react-router'
import { CanList } from '#web/features/connections/can-list.tsx'
import { ConnectionsHead } from '#web/features/connections/connections-head.tsx'
import { ServiceMark } from '#web/features/connections/service-mark.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ChatSteps } from './chat-steps.tsx'
import { ChatMessages } from './drawings/chat-message.tsx'
import { ApiAnswer, WebhookCall } from './drawings/json-picture.tsx'
import { PromptPicture, SitePicture } from './drawings/page-picture.tsx'
import { N8nSteps, WebhookFlowSteps } from './flow-steps.tsx'
import { type Gets, gets } from './gets.ts'
import { McpSteps } from './mcp-steps.tsx'
import { ProgramSteps, PromptSteps } from './program-steps.tsx'
import { type Service, type ServiceId, serviceOf } from './services.ts'
import { ReactSteps, ShopifySteps, SiteSteps, WordPressSteps } from './site-steps.tsx'
import './services.css'

const back = { to: '/dashboard/space/connections', label: 'Connections' }

const steps: Record<ServiceId, ComponentType<{ service: Service }>> = {
	slack: ChatSteps,
	discord: ChatSteps,
	teams: ChatSteps,
	mattermost: ChatSteps,
	'google-chat': ChatSteps,
	n8n: N8nSteps,
	zapier: WebhookFlowSteps,
	make: WebhookFlowSteps,
	wordpress: WordPressSteps,
	shopify: ShopifySteps,
	react: ReactSteps,
	site: SiteSteps,
	mcp: McpSteps,
	programs: ProgramSteps,
	prompt: PromptSteps,
}

/** Drawings of messages and pages, beside the steps; those of WordPress, n8n and agents are among the steps. */
const pictures: Partial<Record<ServiceId, ComponentType<{ service: Service }>>> = {
	slack: ChatMessages,
	discord: ChatMessages,
	teams: ChatMessages,
	mattermost: ChatMessages,
	'google-chat': ChatMessages,
	zapier: WebhookCall,
	make: WebhookCall,
	shopify: SitePicture,
	react: SitePicture,
	site: SitePicture,
	programs: ApiAnswer,
	prompt: PromptPicture,
}

/** /dashboard/space/connections/{service}: three things to do, and beside them what arrives and what never can. */
export function Page() {
	const { space } = useSpace()
	const { service: id } = useParams()
	const service = serviceOf(id)
	usePageTitle(service?.name ?? 'Connections', space.name)
	if (!service)
		return (
			<ConnectionsHead back={back} title="There is no such service">
				The list of Connections has all of them.
			</ConnectionsHead>
		)
	const Steps = steps[service.id]
	const { title, text, ...aside } = gets[service.id]
	const Picture = pictures[service.id]
	return (
		<>
			<ConnectionsHead
				back={back}
				mark={<ServiceMark shape={service.shape} letter={service.letter} isLarge />}
				title={title}
			>
				{text}
			</ConnectionsHead>
			<div className="serv">
				<ol className="serv-steps">
					<Steps key={service.id} service={service} />
				</ol>
				<GetsList {...aside}>{Picture ? <Picture service={service} /> : null}</GetsList>
			</div>
		</>
	)
}

function GetsList({
	can,
	acts,
	never,
	note,
	children,
}: Pick<Gets, 'can' | 'acts' | 'never' | 'note'> & { children: ReactNode }) {
	const lists = [
		{ kind: 'can', list: can, picture: children },
		{ kind: 'can', list: acts },
		{ kind: 'never', list: never },
	] as const
	return (
		<aside className="serv-gets">
			{lists.map(({ kind, list, ...first }) =>
				list ? (
					<section key={list.title} aria-label={list.title}>
						<h2>{list.title}</h2>
						{'picture' in first ? first.picture : null}
						<CanList
							kind={kind}
							lines={list.lines.map((line) =>
								typeof line === 'string' ? { key: line, text: line } : { key: line[0], text: line[0], code: line[1] },
							)}
						/>
					</section>
				) : null,
			)}
			{note ? <p className="ui-small ui-quiet">{note}</p> : null}
		</aside>
	)
}
