-- How often pages are looked at: a day, a path, the host that a visit came from, and nothing about anybody.
create table private.page_views (
	day date not null,
	path text not null check (char_length(path) <= 200),
	referrer_host text not null check (char_length(referrer_host) <= 120),
	views bigint not null,
	primary key (day, path, referrer_host)
);
alter table private.page_views enable row level security;
alter table private.page_views force row level security;
grant select, insert, update on private.page_views to product_door;

-- Adds what a node has counted since it last did: [{path, referrer_host, views}]. A day holds a bounded number of rows,
-- so that made-up paths cannot fill the disk; what comes later is not counted.
create function private.count_views(counted jsonb) returns void
language sql volatile security definer set search_path = '' as $$
	insert into private.page_views as v (day, path, referrer_host, views)
	select current_date, c.path, c.referrer_host, c.views
	from jsonb_to_recordset($1) c (path text, referrer_host text, views int)
	where (select count(*) from private.page_views t where t.day = current_date) < 20000
	order by c.path, c.referrer_host
	on conflict (day, path, referrer_host) do update set views = v.views + excluded.views
$$;
alter function private.count_views(jsonb) owner to product_door;
grant execute on function private.count_views(jsonb) to anon;
