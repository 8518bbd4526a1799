export declare function installPackages(): void;
export declare function installVSCode(): Promise<string | undefined>;
export declare function installCassandra(): string | undefined;
export declare function java11(): string | undefined;
export declare const CASSANDRA: { readonly "5.0": string; readonly "4.1": string; readonly "4.0": string };
