import type { Catalog, MediaAggregate, Relation, Routine } from './catalog.ts'
import type { BodyForm } from './compile-read.ts'
import { qualified } from './identifier.ts'

const geojson = 'application/geo+json'

/** Media types that the operator's aggregates, or PostGIS, make of the rows of a relation. */
export function makersOf(catalog: Catalog, relation: Relation): Map<string, BodyForm> {
	const makers = new Map<string, BodyForm>()
	const { asGeoJson } = catalog
	if (asGeoJson)
		makers.set(
			geojson,
			custom((rows) => {
				const features = `coalesce(json_agg(${asGeoJson}(${rows})::json), '[]')`
				return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`
			}),
		)
	for (const aggregate of catalog.mediaAggregates)
		if (!aggregate.of || aggregate.of === relation)
			makers.set(aggregate.media, custom(aggregated(aggregate)))
	return makers
}

function aggregated({ schema, name, of, isBinary }: MediaAggregate) {
	return (rows: string) => {
		const row = of ? `${rows}::${qualified(of)}` : rows
		return `${qualified({ schema, name })}(${row})${isBinary ? '' : '::text'}`
	}
}

/** The media type that a function says it returns, by the name of its domain. */
export function makerOf({ media, set }: Routine): Map<string, BodyForm> {
	if (!media || set) return new Map()
	const value = (rows: string) => `(array_agg(${rows}.v))[1]${media.isBinary ? '' : '::text'}`
	return new Map([[media.type, custom(value)]])
}

function custom(maker: (rows: string) => string): BodyForm {
	return { kind: 'custom', stripNulls: false, maker }
}
