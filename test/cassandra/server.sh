#!/bin/bash
# A real Cassandra on loopback, out of Maven Central: no download of a distribution is needed.
#   server.sh start 5.0.6 [DIR]    prints "up" when CQL answers on ${ADDR:-127.0.0.1}:9042
#   server.sh stop 5.0.6 [DIR]
# ADDR=127.0.0.2 JMX=7200 for a second one beside it; JAVA=/path/to/java picks the runtime (4.x wants Java 11, 5.0 takes 11 or 17); HEAP=1g; EXTRA='yaml lines'.
# Views, SASI, Java functions and DROP COMPACT STORAGE are switched on, as for the vectors in ../conformance/data; SWITCH=false leaves them off, as on a stock server.
set -euo pipefail
command=$1 version=$2 dir=${3:-${TMPDIR:-/tmp}/cqlwright-cassandra-$2}
address=${ADDR:-127.0.0.1} java=${JAVA:-java}

if [ "$command" = stop ]; then
  pid=$(cat "$dir/pid")
  kill "$pid" 2>/dev/null || exit 0
  while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
  exit 0
fi
[ "$command" = start ] || { sed -n 2,6p "$0"; exit 2; }

mkdir -p "$dir/conf" "$dir/data"
cd "$dir"
if [ ! -f lib/complete ]; then
  cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>cqlwright</groupId><artifactId>cassandra</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.cassandra</groupId><artifactId>cassandra-all</artifactId><version>$version</version></dependency></dependencies></project>
XML
  mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib
  touch lib/complete
fi

case $version in
4.0.*) switches=$(for s in materialized_views sasi_indexes user_defined_functions drop_compact_storage; do echo "enable_$s: ${SWITCH:-true}"; done)
  sync='commitlog_sync_period_in_ms: 10000'; timeout=_in_ms wait=60000;;
*) switches=$(for s in materialized_views sasi_indexes user_defined_functions drop_compact_storage; do echo "${s}_enabled: ${SWITCH:-true}"; done)
  sync='commitlog_sync_period: 10000ms'; timeout='' wait=60s;;
esac
timeouts=$(for t in request read_request write_request range_request truncate_request; do echo "${t}_timeout$timeout: $wait"; done)
cat > conf/cassandra.yaml <<YAML
cluster_name: cqlwright
num_tokens: 1
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
data_file_directories: [ $dir/data/data ]
commitlog_directory: $dir/data/commitlog
hints_directory: $dir/data/hints
saved_caches_directory: $dir/data/saved_caches
cdc_raw_directory: $dir/data/cdc_raw
listen_address: $address
rpc_address: $address
start_native_transport: true
native_transport_port: 9042
storage_port: 7000
endpoint_snitch: SimpleSnitch
seed_provider: [ { class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [ { seeds: "$address" } ] } ]
commitlog_sync: periodic
auto_snapshot: false
$sync
$timeouts
$switches
${EXTRA:-}
YAML
cat > conf/logback.xml <<XML
<configuration><appender name="F" class="ch.qos.logback.core.FileAppender"><file>$dir/system.log</file><append>false</append><encoder><pattern>%-5level %date{ISO8601} %F:%L - %msg%n</pattern></encoder></appender><root level="WARN"><appender-ref ref="F"/></root></configuration>
XML

# What the server reaches into; names that a runtime lacks are ignored with a warning.
opens=""
for package in java.io java.lang java.lang.module java.lang.reflect java.math java.net java.nio java.nio.charset java.util java.util.concurrent java.util.concurrent.atomic \
  jdk.internal.loader jdk.internal.misc jdk.internal.ref jdk.internal.reflect jdk.internal.math jdk.internal.module jdk.internal.util.jar sun.nio.ch sun.security.action jdk.internal.vm; do
  opens="$opens --add-opens java.base/$package=ALL-UNNAMED --add-exports java.base/$package=ALL-UNNAMED"
done
opens="$opens --add-opens java.management/com.sun.jmx.mbeanserver=ALL-UNNAMED --add-exports java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED"
for package in registry server transport.tcp; do opens="$opens --add-exports java.rmi/sun.rmi.$package=ALL-UNNAMED"; done
opens="$opens --add-exports java.sql/java.sql=ALL-UNNAMED --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED"
"$java" -version 2>&1 | grep -q 'version "11\.' || opens="$opens --add-opens jdk.compiler/com.sun.tools.javac=ALL-UNNAMED -Djava.security.manager=allow"

nohup "$java" -Xms"${HEAP:-1g}" -Xmx"${HEAP:-1g}" -Xss512k -XX:+UseG1GC -Djdk.attach.allowAttachSelf=true $opens \
  -Dcassandra.config="file://$dir/conf/cassandra.yaml" -Dlogback.configurationFile="file://$dir/conf/logback.xml" -Dcassandra.storagedir="$dir/data" \
  -Dcassandra.jmx.local.port="${JMX:-7199}" -Dcassandra.skip_wait_for_gossip_to_settle=0 -Dcassandra.ring_delay_ms=100 -Dcassandra.superuser_setup_delay_ms=0 \
  -Dcassandra.unsafesystem=true -Dcassandra.disable_auth_caches_remote_configuration=true -Djava.awt.headless=true -Dcassandra-foreground=yes -Dlog4j2.disableJmx=true \
  -cp "$dir/conf:$dir/lib/*" org.apache.cassandra.service.CassandraDaemon > "$dir/out.log" 2>&1 &
echo $! > pid
for _ in $(seq 240); do
  kill -0 "$(cat pid)" 2>/dev/null || { tail -n 20 "$dir/out.log" >&2; exit 1; }
  (exec 3<>"/dev/tcp/$address/9042") 2>/dev/null && { echo up; exit 0; }
  sleep 0.5
done
echo "no answer within two minutes" >&2
exit 1
