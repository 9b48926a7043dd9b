/** Nodes with other API keys. Address and start are visible to superusers and members of pg_read_all_stats. */
export const findOtherNodes = `select pid, host(client_addr) as "from",
		to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC') as since
	from pg_catalog.pg_stat_activity
	where datname = current_database() and starts_with(application_name, $1) and application_name <> $2
	order by backend_start limit 1`
