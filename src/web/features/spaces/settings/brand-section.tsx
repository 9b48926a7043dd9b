import type { CSSProperties, FormEvent } from 'react'
import { type BrandPair, type BrandPalette, brandPalette } from '#shared/look/brand-color.ts'
import type { SpaceRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConflictNotice } from '#web/ui/notices/conflict-notice.tsx'
import { PicturePicker } from '#web/ui/pictures/picture-picker.tsx'
import { PictureWithFallback } from '#web/ui/pictures/picture-with-fallback.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { FontField } from './font-field.tsx'
import { spaceFieldLabels, useSaveSpace } from './use-save-space.ts'
import './brand-section.css'

/** Logo, icon, font and colour. The colour is shown as pages render it: adjusted for contrast in both themes. */
export function BrandSection({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const { value, edit, ...mergeState } = useMergeState({ color: space.brand.color ?? '' })
	const { color } = value
	const setColor = (next: string) => edit({ color: next })
	const saveColor = useSaveSpace(space, 'Colour saved')
	const saveLogo = useSaveSpace(space, 'Picture saved')
	const palette = brandPalette(color)
	const unreadable = color !== '' && !palette
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (unreadable) return
		mergeState.markSent(value)
		saveColor.mutate({ color: color || null })
	}
	return (
		<SettingsSection id="brand" title="Brand" text="On your forms, walls and embeds, in both themes.">
			{locked ? null : (
				<PicturePicker
					stored={{ bucket: 'brand', folder: space.id, path: space.brand.logo_path }}
					save={(logo_path) => saveLogo.mutateAsync({ logo_path })}
					picture={(src) => (
						<PictureWithFallback
							className="brand-logo"
							src={src}
							alt="Present logo"
							fallback={
								<span className="brand-logo brand-logo-none" aria-hidden="true">
									“
								</span>
							}
						/>
					)}
					choose="Choose a logo"
					help="JPEG, PNG or WebP. It is printed 48 px high."
				/>
			)}
			{locked ? null : (
				<PicturePicker
					stored={{ bucket: 'brand', folder: space.id, path: space.brand.favicon_path }}
					save={(favicon_path) => saveLogo.mutateAsync({ favicon_path })}
					side={128}
					picture={(src) => (
						<PictureWithFallback
							className="brand-logo brand-icon"
							src={src}
							alt="Present icon"
							fallback={<span className="brand-logo brand-icon" aria-hidden="true" />}
						/>
					)}
					choose="Choose a favicon"
					help="It stands in the tab of your forms, walls and testimonials. Without one it is Plaudit’s."
				/>
			)}
			<FontField space={space} locked={locked} />
			<form className="ui-stack" onSubmit={submit} noValidate>
				<ColorField
					value={color}
					disabled={locked}
					error={unreadable ? 'Write the colour as #1f6b4a.' : undefined}
					onChange={setColor}
				/>
				<BrandPreview name={space.name} chosen={color} palette={palette} />
				<ConflictNotice
					what="space"
					savedBy="save"
					labels={spaceFieldLabels}
					collisions={mergeState.collisions}
					onTheirs={mergeState.acceptRemote}
					onMine={mergeState.keepLocal}
				/>
				{saveColor.error && mergeState.collisions.length === 0 ? (
					<p className="ui-error">{errorMessage(saveColor.error)}</p>
				) : null}
				{locked ? null : (
					<div className="ui-buttons">
						<Button type="submit" variant="primary" busy={saveColor.isPending}>
							Save colour
						</Button>
						{color ? (
							<Button variant="quiet" onClick={() => setColor('')}>
								Remove the colour
							</Button>
						) : null}
					</div>
				)}
			</form>
		</SettingsSection>
	)
}

/** A colour as text, beside the browser's colour picker. */
export function ColorField({
	label = 'Colour',
	usual = '#1f6b4a',
	value,
	error,
	disabled,
	onChange,
}: {
	label?: string
	/** The colour where none is chosen. */
	usual?: string
	value: string
	error?: string | undefined
	disabled: boolean
	onChange: (color: string) => void
}) {
	return (
		<TextField
			label={label}
			dir="ltr"
			placeholder={usual}
			maxLength={7}
			spellCheck={false}
			disabled={disabled}
			value={value}
			error={error}
			onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
			after={
				<input
					className="brand-picker"
					type="color"
					aria-label={`Pick the ${label.toLowerCase()}`}
					disabled={disabled}
					value={/^#[0-9a-f]{6}$/.test(value) ? value : usual}
					onChange={(event) => onChange(event.target.value)}
				/>
			}
		/>
	)
}

/** The colour on a light and on a dark page, and whether it was adjusted for contrast. */
function BrandPreview({ name, chosen, palette }: { name: string; chosen: string; palette: BrandPalette | null }) {
	return (
		<div>
			<div className="brand-samples">
				<BrandSwatch name={name} theme="light" pair={palette?.light} />
				<BrandSwatch name={name} theme="dark" pair={palette?.dark} />
			</div>
			<p className="ui-help brand-said">{describeAdjustment(chosen, palette)}</p>
		</div>
	)
}

function BrandSwatch({ name, theme, pair }: { name: string; theme: 'light' | 'dark'; pair?: BrandPair }) {
	const colours = pair && { '--brand': pair.brand, '--on-brand': pair.onBrand, '--brand-wash': pair.wash }
	return (
		<div className="brand-sample" data-theme={theme} style={colours as CSSProperties | undefined} aria-hidden="true">
			<p className="brand-sample-words">“Hung it level first time.”</p>
			<span className="brand-sample-button">
				Send to <bdi>{name}</bdi>
			</span>
		</div>
	)
}

function describeAdjustment(chosen: string, palette: BrandPalette | null): string {
	if (!palette) return 'Without a colour of yours, Plaudit’s green is used.'
	const moved = [
		palette.light.brand === chosen ? null : `${palette.light.brand} on light pages`,
		palette.dark.brand === chosen ? null : `${palette.dark.brand} on dark ones`,
	].filter(Boolean)
	return moved.length === 0
		? 'Legible as it is, on light and dark pages.'
		: `So that everybody can read it, it is printed as ${moved.join(' and ')}.`
}
