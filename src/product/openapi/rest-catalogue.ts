import catalogue from './rest-catalogue.json' with { type: 'json' }

/** A column, by the name of its type in PostgreSQL. */
type CatalogueColumn = { type: string; null?: boolean; values?: string[] }

export type CatalogueRelation = {
	/** Columns that members may insert and update, as far as row-level security lets them. */
	insert: string[]
	update: string[]
	delete: boolean
	columns: Record<string, CatalogueColumn>
}

export type CatalogueFunction = {
	about: string
	arguments: Record<string, { type: string; optional?: boolean }>
	result: string
	is_set: boolean
	columns?: Record<string, { type: string }>
}

/** The product's tables and procedures that rest/v1 offers to members. Tables of the operator are not among them. */
export type RestCatalogue = {
	relations: Record<string, CatalogueRelation>
	functions: Record<string, CatalogueFunction>
}

export const restCatalogue: RestCatalogue = catalogue
