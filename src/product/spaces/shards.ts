/** Where requests to rest/v1 name their space. */
export const spaceKeys = { column: 'space_id', table: 'spaces' }
