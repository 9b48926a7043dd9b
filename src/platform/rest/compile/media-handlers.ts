import { qualifiedName } from '#platform/pg/identifiers.ts'
import type { Catalog, MediaAggregate, Relation, Routine } from '#platform/rest/catalog/catalog.ts'
import type { SelectItem } from '#platform/rest/parse/ast.ts'
import type { AvailableMedia, BodyFormat } from '#platform/rest/parse/negotiate-media-type.ts'

const geojson = 'application/geo+json'

/**
 * The media handlers of a relation: aggregates in the database and PostGIS.
 * @param items the selected items: a handler of one relation needs whole rows
 */
export function relationMediaHandlers(
	catalog: Catalog,
	relation: Relation,
	items: readonly SelectItem[],
): Pick<AvailableMedia, 'custom' | 'anything'> {
	const custom = new Map<string, BodyFormat>()
	const { asGeoJson } = catalog
	if (asGeoJson)
		custom.set(
			geojson,
			customFormat((rows) => {
				const features = `coalesce(json_agg(${asGeoJson}(${rows})::json), '[]')`
				return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`
			}),
		)
	for (const aggregate of catalog.mediaAggregates)
		if (!aggregate.of) custom.set(aggregate.media, aggregateFormat(aggregate))
	const isWhole = items.length === 1 && items[0]?.kind === 'star'
	const own = catalog.mediaAggregates.filter(({ of }) => isWhole && of === relation)
	// Handlers of the relation override those of any relation.
	for (const aggregate of own) custom.set(aggregate.media, aggregateFormat(aggregate))
	const any = own.find(({ media }) => media === '*/*')
	return { custom, anything: any && aggregateFormat(any) }
}

function aggregateFormat(aggregate: MediaAggregate): BodyFormat {
	const { of, isBinary } = aggregate
	return customFormat((rows) => {
		const row = of ? `${rows}::${qualifiedName(of)}` : rows
		return `${qualifiedName(aggregate)}(${row})${isBinary ? '' : '::text'}`
	})
}

/** The media handler of a function that returns a domain named after a media type. */
export function routineMediaHandler({ media, set }: Routine): Pick<AvailableMedia, 'custom' | 'anything'> {
	if (!media || set) return {}
	const value = (rows: string) => `(array_agg(${rows}.v))[1]${media.isBinary ? '' : '::text'}`
	return media.type === '*/*'
		? { anything: customFormat(value) }
		: { custom: new Map([[media.type, customFormat(value)]]) }
}

function customFormat(handler: (rows: string) => string): BodyFormat {
	return { kind: 'custom', stripNulls: false, handler }
}
