import { Link } from 'react-router'
import { useSpace } from './space-context.tsx'

/** Beside the choice of the brand's font: where one is added, while there is none. */
export function BrandFontHint() {
	const { space } = useSpace()
	if (space.brand.font_path) return null
	return (
		<p className="ui-help">
			Your brand has no font yet. <Link to="/dashboard/space#brand">Add one to the space</Link>
		</p>
	)
}
