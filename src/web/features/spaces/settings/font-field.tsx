import type { SpaceRow } from '#shared/rows.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/files/choose-file.tsx'
import { useFontFamily, useReplaceFont } from './use-brand-font.ts'
import './font-field.css'

/** The font of the brand with a specimen, and buttons to choose and remove it. It is saved as soon as it is chosen. */
export function FontField({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const { family, isFailed } = useFontFamily(space)
	return (
		<div className="ui-field brand-font">
			<p className="ui-label" id="brand-font-label">
				Font
			</p>
			{family ? (
				<div className="brand-specimen">
					<p className="brand-specimen-words" style={{ fontFamily: `"${family}"` }}>
						“Hung it level first time.” Aa Gg 123
					</p>
					<p className="ui-quiet ui-small">
						<bdi>{space.brand.font_name}</bdi>
						{isFailed ? '. This browser cannot show it: choose another file.' : null}
					</p>
				</div>
			) : null}
			{locked ? family ? null : <p className="ui-help">No font.</p> : <FontButtons space={space} hasFont={!!family} />}
		</div>
	)
}

function FontButtons({ space, hasFont }: { space: SpaceRow; hasFont: boolean }) {
	const { mutate, error, isPending } = useReplaceFont(space)
	return (
		<>
			<div className="ui-picture-buttons">
				<FileButton
					busy={isPending}
					accept=".woff2,.woff,.ttf,.otf,font/woff2,font/woff,font/ttf,font/otf"
					field={{ label: 'Font file' }}
					onFile={(file) => mutate(file)}
				>
					{hasFont ? 'Replace the font' : 'Choose a font'}
				</FileButton>
				{hasFont ? (
					<Button variant="quiet" disabled={isPending} onClick={() => mutate(null)}>
						Remove the font
					</Button>
				) : null}
			</div>
			<p className={error ? 'ui-error' : 'ui-help'} aria-live="polite">
				{error
					? error.message
					: 'WOFF2, WOFF, TTF or OTF, up to 2 MB. Choose only a font that you may show on websites: its licence says so. Then pick “Brand” as the type of a wall or form.'}
			</p>
		</>
	)
}
