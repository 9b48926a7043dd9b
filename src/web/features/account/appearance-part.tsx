import { type ThemeChoice, useTheme } from '#web/lib/theme.ts'
import { Segmented } from '#web/ui/choice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import './account.css'

const choices: { value: ThemeChoice; label: string }[] = [
	{ value: 'system', label: 'As the system' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
]

/** Light or dark, in this browser. */
export function AppearancePart() {
	const { choice, choose } = useTheme()
	return (
		<SettingsPart id="appearance" title="Appearance" words="In this browser only.">
			<div>
				<Segmented label="Theme" value={choice} options={choices} onChange={choose} />
			</div>
		</SettingsPart>
	)
}
