import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { languageName } from '#web/lib/format/format.ts'
import { languageChoices } from '#web/lib/format/language-choices.ts'

/** Chooses the language of captions: those that there are first, then all others. */
export function LanguageField({
	value,
	own,
	onChange,
}: {
	value: string
	own: readonly string[]
	onChange: (locale: string) => void
}) {
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
