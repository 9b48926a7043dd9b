import type { ReactNode } from 'react'
import type { Service, ServiceId } from '#web/features/connections/services/services.ts'
import { chatTexts } from '#web/features/connections/services/snippets/chat-texts.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Drawing } from './drawing.tsx'
import { useShownWords } from './use-shown-words.ts'

/** Each chat's form of a message: a plain one, one with a bar at its side, or a card. Three name rooms without a sign. */
const forms: Partial<Record<ServiceId, { form: 'plain' | 'bar' | 'card'; room: string }>> = {
	slack: { form: 'plain', room: '# praise' },
	discord: { form: 'bar', room: '# praise' },
	teams: { form: 'card', room: 'Praise' },
	mattermost: { form: 'bar', room: 'Praise' },
	'google-chat': { form: 'card', room: 'Praise' },
}

/** The two messages that a channel gets most: of new words, and of their publication with the picture card. */
export function ChatMessages({ service }: { service: Service }) {
	const { space } = useSpace()
	const { first, areSamples } = useShownWords()
	const { form, room } = forms[service.id] ?? { form: 'plain', room: 'Praise' }
	const from = chatTexts.from.replace('{space}', space.name)
	const rating = first.rating === null ? chatTexts.noRating : chatTexts.rating.replace('{rating}', String(first.rating))
	return (
		<Drawing label={`Two messages in ${service.name}`} areSamples={areSamples}>
			<div className="draw-message">
				<p className="draw-room">
					<b>{room}</b> 12:01
				</p>
				<Said from={from} form={form} title={chatTexts.created.replace('{name}', first.name)}>
					<p className="draw-quote">“{first.text}”</p>
					<p className="ui-small ui-quiet">
						{rating} · {chatTexts.notPublic}
					</p>
					<p>
						{form === 'bar' ? (
							<span className="draw-link">{chatTexts.read}</span>
						) : (
							<span className={buttonClass({ size: 'tiny' })}>{chatTexts.read}</span>
						)}
					</p>
				</Said>
			</div>
			<div className="draw-message">
				<p className="draw-room">
					<b>{room}</b> 12:20
				</p>
				<Said from={from} form={form} title={chatTexts.approved.replace('{name}', first.name)}>
					<div className="draw-card">
						<p>“{first.text}”</p>
						<p>
							<b>{first.name}</b> <span>{space.name}</span>
						</p>
					</div>
				</Said>
			</div>
		</Drawing>
	)
}

function Said({
	from,
	form,
	title,
	children,
}: {
	from: string
	form: 'plain' | 'bar' | 'card'
	title: string
	children: ReactNode
}) {
	return (
		<div className="draw-said">
			<span className="draw-app" aria-hidden="true">
				“
			</span>
			<div>
				<p className="ui-small ui-quiet">{from}</p>
				<div className={`draw-form-${form}`}>
					<p>
						<b>{title}</b>
					</p>
					{children}
				</div>
			</div>
		</div>
	)
}
