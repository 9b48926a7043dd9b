import type { Makeable } from './accept.ts'
import type { SelectItem } from './ast.ts'
import type { Catalog, MediaAggregate, Relation, Routine } from './catalog.ts'
import type { BodyForm } from './compile-read.ts'
import { qualified } from './identifier.ts'

const geojson = 'application/geo+json'

/**
 * What the operator's aggregates, or PostGIS, make of the rows of a relation.
 * @param items what is selected: an aggregate of one relation takes its rows only whole
 */
export function makersOf(
	catalog: Catalog,
	relation: Relation,
	items: readonly SelectItem[],
): Pick<Makeable, 'custom' | 'anything'> {
	const custom = new Map<string, BodyForm>()
	const { asGeoJson } = catalog
	if (asGeoJson)
		custom.set(
			geojson,
			made((rows) => {
				const features = `coalesce(json_agg(${asGeoJson}(${rows})::json), '[]')`
				return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`
			}),
		)
	for (const aggregate of catalog.mediaAggregates)
		if (!aggregate.of) custom.set(aggregate.media, made(aggregated(aggregate)))
	const isWhole = items.length === 1 && items[0]?.kind === 'star'
	const own = catalog.mediaAggregates.filter(({ of }) => isWhole && of === relation)
	// What is made for the relation itself goes before what is made for any.
	for (const aggregate of own) custom.set(aggregate.media, made(aggregated(aggregate)))
	const any = own.find(({ media }) => media === '*/*')
	return { custom, anything: any && made(aggregated(any)) }
}

function aggregated({ schema, name, of, isBinary }: MediaAggregate) {
	return (rows: string) => {
		const row = of ? `${rows}::${qualified(of)}` : rows
		return `${qualified({ schema, name })}(${row})${isBinary ? '' : '::text'}`
	}
}

/** The media type that a function says it returns, by the name of its domain. */
export function makerOf({ media, set }: Routine): Pick<Makeable, 'custom' | 'anything'> {
	if (!media || set) return {}
	const value = (rows: string) => `(array_agg(${rows}.v))[1]${media.isBinary ? '' : '::text'}`
	return media.type === '*/*'
		? { anything: made(value) }
		: { custom: new Map([[media.type, made(value)]]) }
}

function made(maker: (rows: string) => string): BodyForm {
	return { kind: 'custom', stripNulls: false, maker }
}
