import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { brandPalette } from '#shared/brand-color.ts'
import type { SpaceRow } from '#shared/rows.ts'
import { sayError } from '#web/lib/errors.ts'
import { pictureProblem, uploadPicture } from '#web/lib/picture-upload.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useMerged } from '#web/lib/use-merged.ts'
import { usePublicFile } from '#web/lib/use-public-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CollisionNotice } from '#web/ui/collision-notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PicturePicker } from '#web/ui/picture-picker.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { BrandSample } from './brand-sample.tsx'
import { ColorField } from './color-field.tsx'
import { partWords, useSaveSpace } from './use-save-space.ts'
import './brand.css'

/** Logo and colour. The colour is shown as it will be printed: made legible in both themes. */
export function BrandPart({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const { mine, edit, ...merging } = useMerged({ color: space.brand.color ?? '' })
	const { color } = mine
	const setColor = (next: string) => edit({ color: next })
	const saveColor = useSaveSpace(space, 'Colour saved')
	const saveLogo = useSaveSpace(space, 'Logo saved')
	const logo = usePublicFile('brand', space.brand.logo_path)
	const upload = useMutation({
		mutationFn: async (file: File | null) => {
			const problem = file && pictureProblem(file)
			if (problem) throw Object.assign(new Error(problem), { code: 'P0001' })
			const client = await supabase
			const path = file ? await uploadPicture(client, 'brand', space.id, file) : null
			await saveLogo.mutateAsync({ logo_path: path })
			if (space.brand.logo_path) await client.storage.from('brand').remove([space.brand.logo_path])
		},
	})
	const palette = brandPalette(color)
	const unreadable = color !== '' && !palette
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (unreadable) return
		merging.sending(mine)
		saveColor.mutate({ color: color || null })
	}
	return (
		<SettingsPart id="brand" title="Brand" words="On your forms, walls and embeds, in both themes.">
			{locked ? null : (
				<PicturePicker
					picture={
						<Picture
							className="brand-logo"
							src={logo}
							alt="Present logo"
							instead={
								<span className="brand-logo brand-logo-none" aria-hidden="true">
									“
								</span>
							}
						/>
					}
					has={Boolean(space.brand.logo_path)}
					choose="Choose a logo"
					help="JPEG, PNG or WebP. It is printed 48 px high."
					error={upload.error ? sayError(upload.error) : undefined}
					busy={upload.isPending}
					onChoose={(file) => upload.mutate(file)}
					onRemove={() => upload.mutate(null)}
				/>
			)}
			<form className="ui-stack" onSubmit={submit} noValidate>
				<ColorField
					value={color}
					disabled={locked}
					error={unreadable ? 'Write the colour as #1f6b4a.' : undefined}
					onChange={setColor}
				/>
				<BrandSample name={space.name} chosen={color} palette={palette} />
				<CollisionNotice
					what="space"
					savedBy="save"
					words={partWords}
					collisions={merging.collisions}
					onTheirs={merging.takeTheirs}
					onMine={merging.keepMine}
				/>
				{saveColor.error && merging.collisions.length === 0 ? (
					<p className="ui-error">{sayError(saveColor.error)}</p>
				) : null}
				{locked ? null : (
					<div className="ui-buttons">
						<Button type="submit" variant="primary" busy={saveColor.isPending}>
							Save colour
						</Button>
						{color ? (
							<Button variant="quiet" onClick={() => setColor('')}>
								Use the plain green
							</Button>
						) : null}
					</div>
				)}
			</form>
		</SettingsPart>
	)
}
