-- Reads PostgreSQL's state for /metrics and the operator's page. Runs as the owner, who sees the transactions of the server's own login;
-- what an owner without pg_read_all_stats may not see is null.
create or replace function plaudit.database_stats() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
	-- PostgreSQL 17 moved the counters of checkpoints to a view of their own.
	checkpoints jsonb;
begin
	if to_regclass('pg_catalog.pg_stat_checkpointer') is not null then
		execute 'select jsonb_build_object(''timed'', num_timed, ''requested'', num_requested) from pg_catalog.pg_stat_checkpointer' into checkpoints;
	else
		execute 'select jsonb_build_object(''timed'', checkpoints_timed, ''requested'', checkpoints_req) from pg_catalog.pg_stat_bgwriter' into checkpoints;
	end if;
	return checkpoints || (
		select jsonb_build_object(
			'version', current_setting('server_version'),
			'size', pg_catalog.pg_database_size(d.datid),
			'commits', d.xact_commit, 'rollbacks', d.xact_rollback, 'deadlocks', d.deadlocks,
			'read', d.blks_read, 'hit', d.blks_hit,
			'most_connections', current_setting('max_connections')::int)
		from pg_catalog.pg_stat_database d where d.datname = current_database()
	) || (
		select jsonb_build_object(
			'connections', count(*) filter (where a.backend_type = 'client backend' or a.backend_type is null),
			'oldest_transaction', extract(epoch from clock_timestamp() - min(a.xact_start)
				filter (where a.backend_type = 'client backend' and a.pid <> pg_catalog.pg_backend_pid())))
		from pg_catalog.pg_stat_activity a
	) || (
		select jsonb_build_object('wal', w.wal_bytes) from pg_catalog.pg_stat_wal w
	) || (
		select jsonb_build_object('replicas', count(*), 'replication_lag', case when not pg_catalog.pg_is_in_recovery()
			then max(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), r.replay_lsn)) end)
		from pg_catalog.pg_stat_replication r
	);
end
$$;

grant execute on function plaudit.database_stats() to service_role;
