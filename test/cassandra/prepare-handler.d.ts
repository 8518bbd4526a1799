/** The driver's own way of preparing without executing, which its public types leave out. */
declare module "cassandra-driver/lib/prepare-handler.js" {
  import type { Client, policies } from "cassandra-driver";
  const PrepareHandler: {
    getPrepared(client: Client, loadBalancing: policies.loadBalancing.LoadBalancingPolicy | undefined, query: string, keyspace: string): Promise<{ readonly meta: { readonly columns?: readonly unknown[] } }>;
  };
  export default PrepareHandler;
}
