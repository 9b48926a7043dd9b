import { useId, useState } from 'react'
import type { Cue } from '#shared/recording/cue.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import type { Player } from '#web/features/inbox/recording/player/create-player.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { languageName } from '#web/lib/format/format.ts'
import { languageChoices } from '#web/lib/format/language-choices.ts'
import { CaptionsEditor } from './captions-editor.tsx'
import type { StoredCaptions } from './use-captions.ts'
import './captions.css'

type SectionProps = {
	item: InboxItem
	media: ItemMedia
	rows: readonly StoredCaptions[]
	player: Player
	/** Called with the captions that are being edited, for the player. */
	onEdit: (edited: { locale: string; cues: readonly Cue[] } | null) => void
}

/** The captions of a recording, one language at a time. */
export function CaptionsSection({ item, media, rows, player, onEdit }: SectionProps) {
	const words = useRecordingMessages()
	const title = useId()
	const [chosen, setChosen] = useState<string | null>(null)
	/** Counts deletions: the editor begins empty after one. */
	const [deletions, setDeletions] = useState(0)
	const locale = chosen ?? rows.find((row) => row.locale === item.locale)?.locale ?? rows[0]?.locale ?? item.locale
	const language = languageName(locale, document.documentElement.lang)
	return (
		<section className="recording-section" aria-labelledby={title}>
			<div className="recording-head">
				<h3 id={title}>{words.captionsTitle.replace('{language}', language)}</h3>
				<LanguageField value={locale} own={rows.map((row) => row.locale)} onChange={setChosen} />
			</div>
			<CaptionsEditor
				key={`${locale} ${deletions}`}
				item={item}
				media={media}
				locale={locale}
				language={language}
				row={rows.find((row) => row.locale === locale)}
				player={player}
				onEdit={onEdit}
				onDeleted={() => setDeletions((count) => count + 1)}
			/>
		</section>
	)
}

/** Chooses the language of captions: those that there are first, then all others. */
function LanguageField(props: { value: string; own: readonly string[]; onChange: (locale: string) => void }) {
	const { value, own, onChange } = props
	const words = useRecordingMessages()
	const first = [...new Set([...own, value])]
	return (
		<select
			className="ui-input caption-language"
			aria-label={words.language}
			value={value}
			onChange={(event) => onChange(event.target.value)}
		>
			{first.map((tag) => (
				<option key={tag} value={tag}>
					{languageName(tag, document.documentElement.lang)}
				</option>
			))}
			<optgroup label={words.addLanguage}>
				{languageChoices('en')
					.filter(({ tag }) => !first.includes(tag))
					.map(({ tag }) => (
						<option key={tag} value={tag}>
							{languageName(tag, document.documentElement.lang)}
						</option>
					))}
			</optgroup>
		</select>
	)
}
